// Makes the header dark when the page is scrolled by more than 10 px.
const header = document.querySelector('[data-header]')
const update = () => header?.toggleAttribute('data-scrolled', scrollY > 10)
addEventListener('scroll', update, { passive: true })
// In the next frame, because reading the scroll position now would force a layout of the half-loaded page.
requestAnimationFrame(update)
