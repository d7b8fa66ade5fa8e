// Makes the header dark when the page is scrolled by more than 10 px.
const header = document.querySelector('[data-header]')
const update = () => header?.toggleAttribute('data-scrolled', scrollY > 10)
addEventListener('scroll', update, { passive: true })
// In the next frame, because reading the scroll position now would force a layout of the half-loaded page.
requestAnimationFrame(update)

// Loads prefetch.js at the first sign that the visitor is using the page.
const prefetch = document.currentScript?.dataset.prefetch ?? ''
const signs = ['scroll', 'pointermove', 'keydown', 'touchstart']
/** @param {Event & { movementX?: number, movementY?: number }} event */
const stay = ({ type, movementX, movementY }) => {
  // Ignores events without movement: the page moved below a resting mouse.
  if (type === 'pointermove' && !movementX && !movementY) return
  for (const sign of signs) removeEventListener(sign, stay)
  import(prefetch)
}
for (const sign of signs) addEventListener(sign, stay, { passive: true })
