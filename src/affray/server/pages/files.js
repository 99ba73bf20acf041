// Text to keep, as a file or on the clipboard; pictures the server drew.
import { dialog } from './dialog.js';
import { el, tell } from './dom.js';

/** A file to keep, fetched with the token and never by a link that holds it. */
export function save(name, text, kind = 'text/plain') {
	const address = URL.createObjectURL(new Blob([text], { type: kind }));
	el('a', { href: address, download: name }).click();
	setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Copies text; over plain http in a LAN there is no clipboard, so the text is shown to be copied by hand. */
export async function copy(text, what) {
	try {
		await navigator.clipboard.writeText(text);
		tell(`${what} copied.`);
	} catch {
		const area = el('textarea', { rows: 8, readonly: true, 'aria-label': what, value: text });
		dialog(`Copy ${what.toLowerCase()}`, area);
		area.select();
		if (document.execCommand('copy')) tell(`${what} copied.`);
	}
}

/** A picture the server drew: as an image it can't do anything but be seen. */
export function picture(svg, alt) {
	const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
	const image = el('img', { src: address, alt });
	image.onload = image.onerror = () => URL.revokeObjectURL(address);
	return image;
}
