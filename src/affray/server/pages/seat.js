// The token of this page's link. It is taken out of the address at once, so that nobody reads it off a screen, and kept
// for this tab, and in this browser for the page's address: reload, a second tab and a bookmark find it there. The pages
// of whoever started the table have one key.
const OWNERS = ['/', '/build', '/api'];
const own = (path = location.pathname) => `token ${OWNERS.includes(path) ? '/' : path}`;

function keep(path, token) {
	sessionStorage.setItem(own(path), token);
	localStorage.setItem(own(path), token);
}

/** Takes the token out of the address, if one is there. */
function take() {
	const found = decode(location.hash.slice(1));
	if (!found) return false;
	keep(location.pathname, found);
	history.replaceState(history.state, '', location.pathname + location.search);
	return true;
}

function decode(hash) {
	try {
		return decodeURIComponent(hash);
	} catch {
		return hash;
	}
}

export const token = () => sessionStorage.getItem(own()) || localStorage.getItem(own()) || '';

/** Whether this browser has the key of whoever started the table. */
export const isOwner = () => Boolean(localStorage.getItem(own('/')));

/** Goes to another page of the table with its token, which stands in no address. */
export function enter(path, token) {
	keep(path, token);
	location.assign(path);
}

/** Forgets a token that the table does not know any more. */
export function forget(wrong) {
	for (const storage of [sessionStorage, localStorage])
		if (storage.getItem(own()) === wrong) storage.removeItem(own());
}

take();
addEventListener('hashchange', () => take() && location.reload()); // another link for the same page
