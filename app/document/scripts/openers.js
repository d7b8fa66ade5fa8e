// What opens on a page before any file of script has come: the gallery, and dialogs in browsers that
// do not open and close them by themselves.

/** @param {Element} opener @param {boolean} open */
function toggle(opener, open) {
  const panel = document.getElementById(opener.getAttribute('aria-controls') ?? '')
  if (!panel) return
  panel.hidden = !open
  opener.setAttribute('aria-expanded', String(open))
  const content = /** @type {HTMLElement | null} */ (
    open ? panel.querySelector('[data-from]') : opener
  )
  content?.focus({ preventScroll: open })
  if (!open || !content) return
  panel.scrollIntoView({ block: 'nearest' })
  void load(content)
}

/** Fills in what is asked for when it is seen first; or leads to the page that always has it. @param {HTMLElement} content */
async function load(content) {
  const { from = '', otherwise = '' } = content.dataset
  if (content.childElementCount || content.dataset.asked === from) return
  content.dataset.asked = from
  try {
    const response = await fetch(from)
    if (!response.ok) throw new Error(`${from} was answered with ${response.status}`)
    content.innerHTML = await response.text()
    content.removeAttribute('aria-busy')
  } catch {
    location.assign(otherwise)
  }
}

/** @param {string} id */
const openerOf = (id = '') => document.querySelector(`[aria-controls="${CSS.escape(id)}"]`)

addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return
  const button = target.closest('button')
  if (button?.hasAttribute('aria-controls')) {
    return toggle(button, button.ariaExpanded !== 'true')
  }
  const opener = openerOf(button?.dataset.closes)
  if (opener) toggle(opener, false)
})

addEventListener('keydown', ({ key, target }) => {
  if (key !== 'Escape' || !(target instanceof Element)) return
  const opener =
    target.closest('[aria-controls]') ?? openerOf(target.closest('[id]:has([data-closes])')?.id)
  if (opener?.getAttribute('aria-expanded') === 'true') toggle(opener, false)
})

/** As a fragment of the address, a panel's id opens it. */
const follow = () => {
  const opener = openerOf(location.hash.slice(1))
  if (opener) toggle(opener, true)
}
addEventListener('hashchange', follow)
addEventListener('DOMContentLoaded', follow)

// https://html.spec.whatwg.org/multipage/form-elements.html#attr-button-command
if (!('commandForElement' in HTMLButtonElement.prototype)) {
  addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[commandfor]') : null
    const dialog = button && document.getElementById(button.getAttribute('commandfor') ?? '')
    if (!button || !(dialog instanceof HTMLDialogElement)) return
    if (button.getAttribute('command') === 'close') dialog.close()
    else dialog.showModal()
  })
}

// https://html.spec.whatwg.org/multipage/interactive-elements.html#attr-dialog-closedby
if (!('closedBy' in HTMLDialogElement.prototype)) {
  /** A press that began inside, such as selecting text, may end beside it. @type {EventTarget | null} */
  let pressed = null
  addEventListener('pointerdown', ({ target }) => {
    pressed = target
  })
  addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLDialogElement) || target !== pressed) return
    if (target.getAttribute('closedby') === 'any') target.close()
  })
}
