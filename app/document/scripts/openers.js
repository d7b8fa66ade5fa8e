// Opens and closes the gallery of the landing page, and the dialog in browsers without command attributes. Inline, so
// that both work before other scripts are loaded.

/** Returns the gallery's button, its panel, and the container for the screenshots. */
function gallery() {
  const opener = /** @type {HTMLElement | null} */ (document.querySelector('button[aria-controls]'))
  const panel = document.getElementById(opener?.getAttribute('aria-controls') ?? '')
  const screens = /** @type {HTMLElement | null | undefined} */ (
    panel?.querySelector('[data-from]')
  )
  return opener && panel && screens ? { opener, panel, screens } : undefined
}

/**
 * Opens or closes the gallery.
 *
 * @param {boolean} [open] the new state; by default, the opposite of the current one
 */
function toggle(open = gallery()?.panel.hidden === true) {
  const { opener, panel, screens } = gallery() ?? {}
  if (!panel || panel.hidden !== open) return
  panel.hidden = !open
  opener?.setAttribute('aria-expanded', String(open))
  if (!open || !screens) return opener?.focus()
  screens.focus({ preventScroll: true })
  panel.scrollIntoView({ block: 'nearest' })
  if (!screens.childElementCount) void load(screens)
}

/**
 * Loads the screenshots into their container. If that fails, goes to the page that always shows them.
 *
 * @param {HTMLElement} screens
 */
async function load(screens) {
  const { from = '', otherwise = '' } = screens.dataset
  try {
    const response = await fetch(from)
    if (!response.ok) throw response
    screens.innerHTML = await response.text()
    screens.removeAttribute('aria-busy')
  } catch {
    location.assign(otherwise)
  }
}

addEventListener('keydown', ({ key, target }) => {
  const { opener, panel } = gallery() ?? {}
  if (key === 'Escape' && (target === opener || panel?.contains(/** @type {Node} */ (target)))) {
    toggle(false)
  }
})

/** Opens the panel if the address's fragment is its id. */
const follow = () => {
  if (location.hash === `#${gallery()?.panel.id}`) toggle(true)
}
addEventListener('hashchange', follow)
addEventListener('DOMContentLoaded', follow)

// https://html.spec.whatwg.org/multipage/form-elements.html#attr-button-command
const lacksCommands = !('commandForElement' in HTMLButtonElement.prototype)
// Safari before 15.4 has no dialogs.
const Dialog = globalThis.HTMLDialogElement ?? class {}
// https://html.spec.whatwg.org/multipage/interactive-elements.html#attr-dialog-closedby
const lacksClosedBy = !('closedBy' in Dialog.prototype)

/**
 * The target of the last press. A click outside the dialog only closes it if the press also started outside, and not
 * inside, such as when selecting text.
 *
 * @type {EventTarget | null}
 */
let pressed
addEventListener('pointerdown', ({ target }) => {
  pressed = target
})

addEventListener('click', ({ target }) => {
  const button = /** @type {Element} */ (target).closest('button')
  if (button?.matches('[aria-controls], [data-closes]')) toggle()
  const dialog = document.getElementById(button?.getAttribute('commandfor') ?? '')
  if (lacksCommands && dialog instanceof Dialog) {
    if (dialog.open) dialog.close()
    else dialog.showModal()
  }
  if (lacksClosedBy && target === pressed && target instanceof Dialog) target.close()
  const { otherwise } = button?.dataset ?? {}
  if (otherwise && !globalThis.HTMLDialogElement) location.assign(otherwise)
})
