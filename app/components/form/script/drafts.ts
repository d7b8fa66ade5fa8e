// Keeps what a visitor types into a form on this device until the form is sent, for a day at most. It is never sent
// anywhere. Storage may be unavailable, full, or hold anything: then the form works without a draft.
import { type Control, isChoice, isControl } from './control.ts'

/** Maximum age of a draft, in milliseconds. Other people may use the same device. */
const maxAgeMs = 86_400_000

/** Maximum length of a stored draft, in characters. The server accepts no longer form. */
const maxLength = 100_000

const keyOf = ({ dataset }: HTMLElement) => `draft:${dataset.path}`

/** Returns the controls that a visitor fills in: not the hidden ones, nor the trap for programs. */
const controlsOf = (form: HTMLFormElement): Control[] =>
  [...form.elements]
    .filter(isControl)
    .filter(({ type, tabIndex }) => type !== 'hidden' && tabIndex >= 0)

/** Stores a form's values. A draft that is too long replaces nothing. */
function saveDraft(form: HTMLFormElement): void {
  const values = controlsOf(form)
    .filter((control) => (isChoice(control) ? control.checked : control.value))
    .map(({ name, value }) => [name, value])
  const draft = JSON.stringify({ at: Date.now(), values })
  try {
    if (draft.length <= maxLength) localStorage.setItem(keyOf(form), draft)
  } catch {
    // The browser refuses storage, or it is full.
  }
}

/** Deletes a form's draft, once the form is sent. */
export function deleteDraft(form: HTMLFormElement): void {
  try {
    localStorage.removeItem(keyOf(form))
  } catch {
    // There is no storage.
  }
}

/** Fills empty fields with a form's draft. Fields of another version of the form are ignored. */
function restoreDraft(form: HTMLFormElement): void {
  const values = readDraft(form)
  for (const control of controlsOf(form)) {
    const own = values.filter(([name]) => name === control.name).map(([, value]) => value)
    if (isChoice(control)) control.checked ||= own.includes(control.value)
    else if (!control.value && own[0]) control.value = own[0]
  }
}

function readDraft(form: HTMLFormElement): [name: string, value: string][] {
  try {
    const { at, values } = JSON.parse(localStorage.getItem(keyOf(form)) ?? '{}')
    if (Math.abs(Date.now() - at) <= maxAgeMs && Array.isArray(values)) {
      return values.filter((pair) => Array.isArray(pair) && typeof pair[1] === 'string')
    }
    deleteDraft(form)
  } catch {
    deleteDraft(form)
  }
  return []
}

addEventListener('input', ({ target }) => {
  const form = target instanceof Element && target.closest<HTMLFormElement>('form[data-failed]')
  if (form) saveDraft(form)
})

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-failed]')) {
  // A form with errors comes with its values.
  if (!form.querySelector('.error-summary')) restoreDraft(form)
}
