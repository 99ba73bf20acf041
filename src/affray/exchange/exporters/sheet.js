// As large as one page of either paper allows; without a script it is printed small.
(() => {
  const room = 257 * 96 / 25.4, main = document.querySelector("main");
  for (let size = 9.5; size >= 4.75; size -= 0.25) {
    document.documentElement.style.fontSize = `${size}pt`;
    if (main.getBoundingClientRect().height <= room) break;
  }
})();
