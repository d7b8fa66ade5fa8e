import type { Retention } from 'halvi-leads/contract'

/** A form with the days that were loaded, and the text in its field; an empty one keeps its leads. */
interface TypedRetention {
  form: string
  before: number | null
  text: string
}

export const isChanged = ({ text, before }: TypedRetention): boolean =>
  text !== String(before ?? '')

/**
 * Returns what to save: the forms that were changed alone. The others would be set back to the days that were
 * loaded, though somebody else may have changed them since.
 */
export const changedRetention = (forms: readonly TypedRetention[]): Retention => ({
  forms: forms
    .filter(isChanged)
    .map(({ form, text }) => ({ form, days: text === '' ? null : Number(text) })),
})
