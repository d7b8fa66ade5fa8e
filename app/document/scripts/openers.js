// What opens on the landing page before any file of script has come: the gallery, and the dialog in
// browsers that do not open and close one by themselves.

/** The gallery's button, its panel, and in it the screens. */
function gallery() {
  const opener = /** @type {HTMLElement | null} */ (document.querySelector('button[aria-controls]'))
  const panel = document.getElementById(opener?.getAttribute('aria-controls') ?? '')
  const screens = /** @type {HTMLElement | null | undefined} */ (
    panel?.querySelector('[data-from]')
  )
  return opener && panel && screens ? { opener, panel, screens } : undefined
}

/** @param {boolean} [open] whether it shall be open; the other way round by default */
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

/** Fills in what is asked for when it is seen first; or leads to the page that always has it. @param {HTMLElement} screens */
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

/** As a fragment of the address, the panel's id opens it. */
const follow = () => {
  if (location.hash === `#${gallery()?.panel.id}`) toggle(true)
}
addEventListener('hashchange', follow)
addEventListener('DOMContentLoaded', follow)

// https://html.spec.whatwg.org/multipage/form-elements.html#attr-button-command
const lacksCommands = !('commandForElement' in HTMLButtonElement.prototype)
// Safari has dialogs from 15.4 on.
const Dialog = globalThis.HTMLDialogElement ?? class {}
// https://html.spec.whatwg.org/multipage/interactive-elements.html#attr-dialog-closedby
const lacksClosedBy = !('closedBy' in Dialog.prototype)

/** A press that began inside, such as selecting text, may end beside it. @type {EventTarget | null} */
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
