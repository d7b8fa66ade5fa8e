// Starts the islands of a page (see island.tsx), and loads the script of a form when the form is first used. If a
// button is pressed before its island has started, starts the island and then repeats the click.
const { islands = '', form = '' } = document.currentScript?.dataset ?? {}

/** @param {HTMLElement} island */
const start = async (island) => {
  const { start } = await import(islands)
  start(island)
}

const waiting = '[data-island]:not([data-started])'

addEventListener(
  'click',
  (event) => {
    const button = /** @type {Element} */ (event.target).closest('button')
    const island = /** @type {HTMLElement | null | undefined} */ (button?.closest(waiting))
    if (!island) return
    event.stopPropagation()
    start(island).then(() => button?.click(), console.error)
  },
  true,
)

// Some programs fill in a form without a focus.
for (const type of ['focusin', 'input']) {
  addEventListener(type, ({ target }) => {
    if (/** @type {Element} */ (target).closest('form[data-failed]'))
      import(form).catch(console.error)
  })
}

// A form that the browser sends itself, because its script is still loading, needs no draft.
addEventListener('submit', ({ target }) => {
  const { dataset } = /** @type {HTMLElement} */ (target)
  dataset.step = 'sent'
})

const visible = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    const island = target.closest(waiting)
    if (!isIntersecting || !island) continue
    visible.unobserve(target)
    start(/** @type {HTMLElement} */ (island)).catch(console.error)
  }
})

/** Loads a form's script for a form that has a draft on this device, or that was sent before. */
const restoreForm = () => {
  const { path } =
    /** @type {HTMLElement | null} */ (document.querySelector('form[data-failed]'))?.dataset ?? {}
  try {
    if (localStorage.getItem(`draft:${path}`) || sessionStorage.getItem(`sent:${path}`))
      import(form).catch(console.error)
  } catch {
    // The browser refuses storage.
  }
}

// After the first paint, so that islands don't delay it.
addEventListener('DOMContentLoaded', () =>
  requestAnimationFrame(() =>
    setTimeout(() => {
      restoreForm()
      for (const island of /** @type {NodeListOf<HTMLElement>} */ (
        document.querySelectorAll(waiting)
      )) {
        const { firstElementChild, dataset } = island
        if (dataset.start === 'idle') start(island).catch(console.error)
        if (dataset.start === 'visible' && firstElementChild) visible.observe(firstElementChild)
      }
    }),
  ),
)
