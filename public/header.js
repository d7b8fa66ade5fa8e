// The header turns dark once the page has been scrolled more than 10 px.
const header = document.querySelector('[data-header]')
const update = () => header?.toggleAttribute('data-scrolled', scrollY > 10)
addEventListener('scroll', update, { passive: true })
update()
