// Shows a notice in a form's place when a visitor goes back to it after sending it, with a way to send another one.

const keyOf = ({ dataset }: HTMLElement) => `sent:${dataset.path}`

/** Remembers in this tab that a form was sent. */
export function rememberSent(form: HTMLFormElement): void {
  try {
    sessionStorage.setItem(keyOf(form), '1')
  } catch {
    // The browser refuses storage: the form is shown again.
  }
}

function wasSent(form: HTMLFormElement): boolean {
  try {
    return sessionStorage.getItem(keyOf(form)) !== null
  } catch {
    return false
  }
}

function showNotices(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-sent]')) {
    if (form.hidden || !wasSent(form)) continue
    const notice = document.createElement('div')
    const text = document.createElement('p')
    const again = document.createElement('button')
    notice.className = 'sent-notice'
    notice.setAttribute('role', 'status')
    text.textContent = form.dataset.sent ?? ''
    again.type = 'button'
    again.className = 'button button-outline'
    again.textContent = form.dataset.again ?? ''
    again.addEventListener('click', () => {
      sessionStorage.removeItem(keyOf(form))
      notice.remove()
      form.hidden = false
      form.focus()
    })
    notice.append(text, again)
    form.before(notice)
    form.hidden = true
    // The browser has restored the scroll position of the page with the form.
    notice.scrollIntoView({ block: 'center' })
  }
}

addEventListener('pageshow', ({ persisted }) => {
  if (persisted) showNotices()
})
const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
if (navigation?.type === 'back_forward') showNotices()
