/** How long a toast stays, in milliseconds. */
const toastMs = 2_000

/** Shows a message in the page's `Toast`, in place of the one before, for 2 s. */
export function showToast(text: string): void {
  const message = document.createElement('p')
  message.className = 'cut'
  message.textContent = text
  document.querySelector('.toast')?.replaceChildren(message)
  setTimeout(() => message.remove(), toastMs)
}
