// Removes an error message (see field-error.tsx and error-summary.tsx) when the browser considers its field valid.
// All other errors are reported by the server after the next submission.
import { type Control, isChoice, isControl } from './control.ts'

addEventListener('input', ({ target }) => {
  const message = isField(target) && isValid(target) && messageOf(target)
  if (message) clearError(target.form, message)
})

// On `change`, when the visitor leaves the field: a half-typed address is not an error yet.
addEventListener('change', ({ target }) => {
  if (!isField(target) || !isEntered(target) || isValid(target)) return
  const message = messageOf(target)
  const words = message?.dataset.malformed
  if (message && words) {
    delete message.dataset.malformed
    renameError(target.form, message, words)
  }
})

type Field = Control & { form: HTMLFormElement }

const isField = (target: EventTarget | null): target is Field =>
  target instanceof Element && isControl(target) && target.form !== null

const isEntered = (control: Control) =>
  isChoice(control) ? control.checked : control.value.trim() !== ''

/** Returns whether a control has a value that the browser considers valid. */
const isValid = (control: Control) => control.validity.valid && isEntered(control)

const messageOf = ({ form, name }: Field) =>
  form.querySelector<HTMLElement>(`[data-error~="${name}"]`)

/** Returns the summary's parts for an error message: its link, and its list item unless the link is the title. */
function entryOf(form: HTMLFormElement, { id }: Element) {
  const summary = form.querySelector('.error-summary')
  // Changes of the summary must not be announced while the visitor types.
  summary?.setAttribute('aria-live', 'off')
  const link = summary?.querySelector(`[href="#${id.replace(/-error$/, '')}"]`)
  return { summary, link, item: link?.closest('li') }
}

/** Changes an error from “missing” to “malformed”, after the visitor entered an invalid value. */
function renameError(form: HTMLFormElement, message: Element, words: string): void {
  const { summary, link, item } = entryOf(form, message)
  message.textContent = words
  if (link) link.textContent = words
  item?.removeAttribute('data-missing')
  if (summary) updateTitle(form, summary)
}

function clearError(form: HTMLFormElement, message: Element): void {
  message.remove()
  const described = `[aria-describedby~="${message.id}"]`
  for (const control of form.querySelectorAll(`${described}, ${described} [aria-invalid]`)) {
    control.removeAttribute('aria-invalid')
  }
  const { summary, link, item } = entryOf(form, message)
  const entry = item ?? link
  entry?.remove()
  if (summary) updateTitle(form, summary)
}

/**
 * Removes the summary if no errors are left. Moves the next error into the title if the title's error is resolved.
 */
function updateTitle(form: HTMLFormElement, summary: Element): void {
  const title = summary.querySelector('h2')
  const next = summary.querySelector('a')
  if (!next) {
    summary.remove()
    document.title = document.title.replace(`${form.dataset.title} `, '')
  } else if (title && !title.contains(next) && !summary.querySelector('[data-missing]')) {
    const entry = next.closest('li')
    title.replaceChildren(next)
    entry?.remove()
  }
}
