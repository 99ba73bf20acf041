// The sound of one's turn, made here: there is no file to load.
/** Two short notes: somebody has been looking at another screen. */
export function ring() {
	const sound = (ring.context ||= new AudioContext());
	for (const [at, pitch] of [
		[0, 523],
		[0.16, 784],
	]) {
		const note = sound.createOscillator();
		const loud = sound.createGain();
		note.frequency.value = pitch;
		loud.gain.setValueAtTime(0.12, sound.currentTime + at);
		loud.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + at + 0.3);
		note.connect(loud).connect(sound.destination);
		note.start(sound.currentTime + at);
		note.stop(sound.currentTime + at + 0.3);
	}
	navigator.vibrate?.(120);
}
