// The token of this page's link. It is taken out of the address at once, so that nobody reads it off a screen, and kept
// for this tab; that of a seat also in this browser for the page's address: reload, a second tab and a bookmark find it
// there. For the pages of whoever started the table the browser gets a cookie instead, which no script can read.
const OWNERS = ['/', '/build', '/api'];
const KNOWN = 'owner'; // set where this browser has had that cookie
const isOwners = (path) => OWNERS.includes(path);
const own = (path = location.pathname) => `token ${isOwners(path) ? '/' : path}`;

function keep(path, token) {
	sessionStorage.setItem(own(path), token);
	if (isOwners(path)) remember(token);
	else localStorage.setItem(own(path), token);
}

/** Asks for the cookie; until it is there, and where none is kept, the tab has its token. */
async function remember(token) {
	localStorage.removeItem(own('/')); // where an older version had it
	const answer = await fetch('/api/owner', { method: 'POST', headers: { Authorization: `Bearer ${token}` } }).catch(() => null);
	if (answer?.ok) localStorage.setItem(KNOWN, 'yes');
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

export const token = () => tokenFor(location.pathname);

/** The token that this browser has for a page. */
export const tokenFor = (path) => sessionStorage.getItem(own(path)) || localStorage.getItem(own(path)) || '';

/** Whether this is, as far as it knows, the browser of whoever started the table. */
export const isOwner = () => Boolean(localStorage.getItem(KNOWN) || sessionStorage.getItem(own('/')));

/** Goes to another page of the table with its token, which stands in no address. */
export function enter(path, token) {
	keep(path, token);
	location.assign(path);
}

/** Forgets a token that the table does not know any more, or the cookie where there was no token. */
export function forget(wrong) {
	for (const storage of [sessionStorage, localStorage])
		if (storage.getItem(own()) === wrong) storage.removeItem(own());
	if (isOwners(location.pathname)) localStorage.removeItem(KNOWN);
}

if (!location.pathname.startsWith('/join')) take();
addEventListener('hashchange', () => take() && location.reload()); // another link for the same page
