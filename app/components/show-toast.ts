/** Time for which a toast is shown, in milliseconds. */
const toastMs = 2_000

/** Shows a message in the page's `Toast` for 2 s. Replaces a previous message. The text may have marks (words/marks.ts). */
export function showToast(text: string): void {
  const message = document.createElement('p')
  message.className = 'cut'
  message.textContent = text.replace(/[\ue000\ue001]/g, '')
  if (message.textContent !== text) message.lang = 'en'
  document.querySelector('.toast')?.replaceChildren(message)
  setTimeout(() => message.remove(), toastMs)
}
