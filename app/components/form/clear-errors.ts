// Takes a message away once its field is right, as far as a browser can tell: see field-error.tsx and
// error-summary.tsx. What else there is to say comes with the next answer.
import { type Control, isChoice, isControl } from './control.ts'

addEventListener('input', ({ target }) => {
  if (!(target instanceof Element && isControl(target) && target.form && isRight(target))) return
  const message = target.form.querySelector(`[data-error~="${target.name}"]`)
  if (message) clearError(target.form, message)
})

/** Whether something is entered that the browser has nothing against. */
const isRight = (control: Control) =>
  control.validity.valid && (isChoice(control) ? control.checked : control.value.trim() !== '')

function clearError(form: HTMLFormElement, message: Element): void {
  const { id } = message
  message.remove()
  for (const control of form.querySelectorAll(`[aria-describedby~="${id}"]`)) {
    control.removeAttribute('aria-invalid')
  }
  const summary = form.querySelector('.error-summary')
  const link = summary?.querySelector(`[href="#${id.replace(/-error$/, '')}"]`)
  const entry = link?.closest('li') ?? link
  entry?.remove()
  if (summary) renewTitle(summary)
}

/** The summary goes with its last link. A title that no longer holds becomes the next one. */
function renewTitle(summary: Element): void {
  const title = summary.querySelector('h2')
  const next = summary.querySelector('a')
  if (!next) summary.remove()
  else if (title && !title.contains(next) && !summary.querySelector('[data-missing]')) {
    // It is not read out to somebody who types.
    title.parentElement?.removeAttribute('role')
    const entry = next.closest('li')
    title.replaceChildren(next)
    entry?.remove()
  }
}
