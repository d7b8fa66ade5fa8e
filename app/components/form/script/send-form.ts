// The browser's part of every form, got once one is used (document/scripts/island-loader.js). It sends
// the same form to the same action as a browser without script, and takes the form out of the page
// that comes back.
import { showToast } from '../../show-toast.ts'
import { isChoice, isControl } from './control.ts'
import './clear-errors.ts'

/** Longer than the server takes with everything that may fail, in milliseconds. */
const timeoutMs = 60_000

addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || form.dataset.failed === undefined) return
  event.preventDefault()
  const button = form.querySelector<HTMLButtonElement>('[type=submit]')
  if (!button || button.disabled) return
  void send(form, button)
})

async function send(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  const { id, action } = { id: form.getAttribute('id'), action: form.getAttribute('action') }
  const label = button.textContent
  const entered = new FormData(form) as unknown as Record<string, string>
  button.disabled = true
  button.textContent = button.dataset.sending ?? label
  const ready = () => {
    button.disabled = false
    button.textContent = label
  }
  // Not AbortSignal.timeout, which Safari has from 16 on and Chrome from 103.
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), timeoutMs)
  try {
    const response = await fetch(action ?? '', {
      method: 'POST',
      body: new URLSearchParams(entered),
      signal: abort.signal,
    })
    if (response.redirected) {
      // The page may come back as it is left.
      addEventListener('pagehide', ready, { once: true })
      clear(form)
      location.assign(response.url)
      return
    }
    // No document of its own, to which this page's Content-Security-Policy would apply.
    const page = document.createElement('template')
    page.innerHTML = await response.text()
    const answer = page.content.querySelector(`form[id="${id}"][data-failed]`)
    if (!answer) throw new Error(`The form was answered with ${response.status}`)
    show(form, answer)
    document.title = page.content.querySelector('title')?.textContent ?? document.title
    if (response.status >= 500) console.error('The form was not taken:', response.status)
  } catch (error) {
    console.error(error)
    ready()
    fail(form)
  } finally {
    clearTimeout(timer)
  }
  const message = form.querySelector('.error-summary h2')?.textContent
  if (message && form.dataset.toast) showToast(message)
}

/** Replaces the form by that of a response; entered values stay. Scrolls as after a page load: see error-summary.css. */
function show(form: HTMLFormElement, answer: Element): void {
  const entered = new FormData(form)
  const first = answer.querySelector<HTMLElement>('[autofocus]')
  first?.removeAttribute('autofocus')
  form.replaceChildren(...answer.childNodes)
  for (const control of form.elements) {
    if (!isControl(control)) continue
    const values = entered.getAll(control.name)
    if (isChoice(control)) control.checked = values.includes(control.value)
    else if (typeof values[0] === 'string') control.value = values[0]
  }
  first?.focus({ preventScroll: true })
  first?.setAttribute('autofocus', '')
  first?.scrollIntoView({ block: 'center' })
}

/** Says that the form was not taken, as the server would: see error-summary.tsx. */
function fail(form: HTMLFormElement): void {
  for (const gone of form.querySelectorAll('.error-summary, .field-error')) gone.remove()
  for (const control of form.querySelectorAll('[aria-invalid]')) {
    control.removeAttribute('aria-invalid')
  }
  const summary = document.createElement('div')
  const title = document.createElement('h2')
  summary.className = 'error-summary'
  summary.setAttribute('role', 'alert')
  summary.tabIndex = -1
  title.textContent = form.dataset.failed ?? ''
  summary.append(title)
  form.prepend(summary)
  summary.focus()
  document.title = `Error: ${document.title.replace(/^Error: /, '')}`
}

function clear(form: HTMLFormElement): void {
  for (const control of form.elements) {
    if (!isControl(control)) continue
    if (isChoice(control)) control.checked = false
    else control.value = ''
  }
}
