// Makes the header dark when the page is scrolled by more than 10 px.
const header = document.querySelector('[data-header]')
// Shows that the visitor has joined, see sent-notice.ts.
try {
  const sent = ['/waitlist', '/onboarding'].some((form) => sessionStorage.getItem(`sent:${form}`))
  header?.toggleAttribute('data-joined', sent)
} catch {
  // The browser refuses storage.
}
const update = () => header?.toggleAttribute('data-scrolled', scrollY > 10)
addEventListener('scroll', update, { passive: true })
// In the next frame, because reading the scroll position now would force a layout of the half-loaded page.
requestAnimationFrame(update)

// Opens and closes dialogs (components/modal.ts) in browsers without invoker commands.
if (!('command' in HTMLButtonElement.prototype)) {
  addEventListener('click', ({ target }) => {
    const button = /** @type {Element} */ (target).closest('[commandfor]')
    const dialog = document.getElementById(button?.getAttribute('commandfor') ?? '')
    if (!(dialog instanceof HTMLDialogElement)) return
    if (button?.getAttribute('command') === 'close') dialog.close()
    else dialog.showModal()
  })
}
