// Runs in pages in development. Vite's client updates styles and shows errors. After any other change, this script
// reloads the page and restores the form values. Pages in preview are updated without a reload.

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
