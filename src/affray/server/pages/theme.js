// Light or dark, before the first paint: what was chosen here, else what the machine prefers.
{
	const dark = matchMedia('(prefers-color-scheme: dark)');
	const root = document.documentElement;
	const paint = () => (root.dataset.theme = localStorage.getItem('theme') || (dark.matches ? 'dark' : 'light'));
	dark.addEventListener('change', paint);
	addEventListener('click', (event) => {
		if (!event.target.closest('[data-theme-switch]')) return;
		localStorage.setItem('theme', root.dataset.theme === 'dark' ? 'light' : 'dark');
		paint();
	});
	paint();
}
