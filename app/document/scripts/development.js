// In pages while they are developed: Vite's own changes styles and shows errors; for anything else that
// has changed the page is loaded anew, with what was typed. Pages in preview are changed in place.

const key = `typed on ${location.pathname}`

/** @returns {NodeListOf<HTMLInputElement>} */
const controls = () => document.querySelectorAll('input, select, textarea')

import.meta.hot?.on('site:changed', () => {
  const typed = Array.from(controls(), ({ name, value, checked }) => ({ name, value, checked }))
  sessionStorage.setItem(key, JSON.stringify(typed))
  location.reload()
})

const typed = JSON.parse(sessionStorage.getItem(key) ?? '[]')
sessionStorage.removeItem(key)
for (const [index, control] of controls().entries()) {
  const { name, value, checked } = typed[index] ?? {}
  if (name === control.name) Object.assign(control, { value, checked })
}
