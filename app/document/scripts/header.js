// The header turns dark once the page has been scrolled more than 10 px.
const header = document.querySelector('[data-header]')
const update = () => header?.toggleAttribute('data-scrolled', scrollY > 10)
addEventListener('scroll', update, { passive: true })
// Not at once: to know how far it is scrolled, the browser would lay out what it has of the page.
requestAnimationFrame(update)

// Visitors who stay: the pages behind the links that they see can be fetched beforehand.
const prefetch = document.currentScript?.dataset.prefetch ?? ''
const signs = ['scroll', 'pointermove', 'keydown', 'touchstart']
/** @param {Event & { movementX?: number, movementY?: number }} event */
const stay = ({ type, movementX, movementY }) => {
  // What moved is the page below a mouse that lies still.
  if (type === 'pointermove' && !movementX && !movementY) return
  for (const sign of signs) removeEventListener(sign, stay)
  import(prefetch)
}
for (const sign of signs) addEventListener(sign, stay, { passive: true })
