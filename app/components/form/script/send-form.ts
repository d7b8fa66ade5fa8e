// The script of all forms, loaded when a visitor first uses one (document/scripts/island-loader.js). It posts the
// same data to the same action as a browser without JavaScript, and then shows the form from the page in the
// response.
import { showToast } from '../../show-toast.ts'
import { isChoice, isControl } from './control.ts'
import './clear-errors.ts'
import { deleteDraft } from './drafts.ts'
import { rememberSent } from './sent-notice.ts'

/** Timeout in milliseconds. Longer than the sum of the server's timeouts. */
const timeoutMs = 60_000

addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || form.dataset.failed === undefined) return
  // Safari before 15.4 does not say which button was used, and sends the form itself.
  const button = event.submitter
  if (!(button instanceof HTMLButtonElement)) return
  event.preventDefault()
  void send(form, button)
})

async function send(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  const { id, action } = { id: form.getAttribute('id'), action: form.getAttribute('action') }
  const label = button.textContent
  const data = new FormData(form)
  if (button.name) data.append(button.name, button.value)
  const entered = data as unknown as Record<string, string>
  const disable = (isDisabled: boolean) => {
    for (const one of form.querySelectorAll<HTMLButtonElement>('[type=submit]')) {
      one.disabled = isDisabled
    }
  }
  disable(true)
  button.textContent = button.dataset.sending ?? label
  const ready = () => {
    disable(false)
    button.textContent = label
  }
  // Not AbortSignal.timeout, which requires Safari 16 or Chrome 103.
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), timeoutMs)
  try {
    const response = await fetch(action ?? '', {
      method: 'POST',
      body: new URLSearchParams(entered),
      signal: abort.signal,
    })
    if (response.redirected) {
      // The browser may restore this page from its back/forward cache, so the button must be reset.
      addEventListener('pagehide', ready, { once: true })
      clear(form)
      deleteDraft(form)
      rememberSent(form)
      location.assign(response.url)
      return
    }
    // A template element, because a parsed document would be subject to this page's Content-Security-Policy.
    const page = document.createElement('template')
    page.innerHTML = await response.text()
    const newForm = page.content.querySelector(`form[id="${id}"][data-failed]`)
    if (!newForm)
      throw new Error(`The response (status ${response.status}) does not contain the form`)
    addStyles(page.content)
    show(form, newForm)
    document.title = page.content.querySelector('title')?.textContent ?? document.title
    if (response.status >= 500) console.error('Form submission failed:', response.status)
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

/** Adds the stylesheet of a response. The page of a first visit has only the styles of its own elements. */
function addStyles(response: DocumentFragment): void {
  const stylesheet = '[data-styles]'
  if (document.querySelector(stylesheet)) return
  document.head.append(response.querySelector(stylesheet) ?? '')
}

/**
 * Replaces the form's content with the form from a response, and keeps the entered values. Scrolls as after a page
 * load: see error-summary.css.
 */
function show(form: HTMLFormElement, newForm: Element): void {
  const entered = new FormData(form)
  const first = newForm.querySelector<HTMLElement>('[autofocus]')
  first?.removeAttribute('autofocus')
  form.replaceChildren(...newForm.childNodes)
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

/** Shows that the submission failed, with the same markup as error-summary.tsx. */
function fail(form: HTMLFormElement): void {
  for (const old of form.querySelectorAll('.error-summary, .field-error')) old.remove()
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
  const prefix = `${form.dataset.title} `
  document.title = prefix + document.title.replace(prefix, '')
}

function clear(form: HTMLFormElement): void {
  for (const control of form.elements) {
    if (!isControl(control)) continue
    if (isChoice(control)) control.checked = false
    else control.value = ''
  }
}
