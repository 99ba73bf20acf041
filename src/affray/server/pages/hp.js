// Hit points as they are typed at a row: "-5", "+3" or "=12".

export const PATTERN = '\\s*[\\-−+=]?\\s*\\d+\\s*';

/** What such a text leaves somebody with; half the damage for one who saved, rounded down. Null: not understood. */
export function changed(who, text, half = false) {
	const found = /^([-−+=]?)\s*(\d+)$/.exec(text.trim());
	if (!found || who.hp == null) return null;
	const amount = half ? Math.floor(Number(found[2]) / 2) : Number(found[2]);
	if (found[1] === '+') return Math.max(who.hp, Math.min(who.max_hp, who.hp + amount));
	return found[1] === '=' ? Number(found[2]) : who.hp - amount;
}
