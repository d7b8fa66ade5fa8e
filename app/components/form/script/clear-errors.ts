// Takes a message away once its field is right, as far as a browser can tell: see field-error.tsx and
// error-summary.tsx. What else there is to say comes with the next answer.
import { type Control, isChoice, isControl } from './control.ts'

addEventListener('input', ({ target }) => {
  const message = isField(target) && isRight(target) && messageOf(target)
  if (message) clearError(target.form, message)
})

// Once the field is left: somebody who still types an address has not made a mistake.
addEventListener('change', ({ target }) => {
  if (!isField(target) || !isEntered(target) || isRight(target)) return
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

/** Whether something is entered that the browser has nothing against. */
const isRight = (control: Control) => control.validity.valid && isEntered(control)

const messageOf = ({ form, name }: Field) =>
  form.querySelector<HTMLElement>(`[data-error~="${name}"]`)

/** What the summary has for a message: the list's entry, or the link that is its title. */
function entryOf(form: HTMLFormElement, { id }: Element) {
  const summary = form.querySelector('.error-summary')
  // Its changes are not announced to somebody who types.
  summary?.setAttribute('aria-live', 'off')
  const link = summary?.querySelector(`[href="#${id.replace(/-error$/, '')}"]`)
  return { summary, link, item: link?.closest('li') }
}

/** What was missing is there, and not what is wanted. */
function renameError(form: HTMLFormElement, message: Element, words: string): void {
  const { summary, link, item } = entryOf(form, message)
  message.textContent = words
  if (link) link.textContent = words
  item?.removeAttribute('data-missing')
  if (summary) renewTitle(summary)
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
  if (summary) renewTitle(summary)
}

/** The summary goes with its last link. A title that no longer holds becomes the next one. */
function renewTitle(summary: Element): void {
  const title = summary.querySelector('h2')
  const next = summary.querySelector('a')
  if (!next) {
    summary.remove()
    document.title = document.title.replace(/^Error: /, '')
  } else if (title && !title.contains(next) && !summary.querySelector('[data-missing]')) {
    const entry = next.closest('li')
    title.replaceChildren(next)
    entry?.remove()
  }
}
