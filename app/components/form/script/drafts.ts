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

const valuesOf = (form: HTMLFormElement) =>
  controlsOf(form)
    .filter((control) => (isChoice(control) ? control.checked : control.value))
    .map(({ name, value }) => [name, value])

/** Stores a form's values. A draft that is too long replaces nothing. */
function saveDraft(form: HTMLFormElement): void {
  const draft = JSON.stringify({ at: Date.now(), values: valuesOf(form) })
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
    if (isChoice(control)) {
      const { type, form, name, value } = control
      const isAnswered = type === 'radio' && form?.querySelector(`[name="${name}"]:checked`)
      control.checked ||= !isAnswered && own.includes(value)
    } else if (!control.value && own[0]) control.value = own[0]
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

/**
 * Restores a form's draft, and saves what the visitor entered before this script ran: with autofill, or while the
 * script was loading. Values that came with the page count only if they are the visitor's (`data-step`).
 */
function startDraft(form: HTMLFormElement): void {
  const { step } = form.dataset
  const blank = form.cloneNode(true) as HTMLFormElement
  blank.reset()
  const isUsed = step ? valuesOf(form)[0] : `${valuesOf(form)}` !== `${valuesOf(blank)}`
  if (!step || step === 'fill') restoreDraft(form)
  if (isUsed && step !== 'sent') saveDraft(form)
}

document.querySelectorAll<HTMLFormElement>('form[data-failed]').forEach(startDraft)
