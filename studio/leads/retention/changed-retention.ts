import type { Retention } from 'halvi-leads/contract'

/** A form with its loaded days and the text in its field. An empty text means that leads are kept. */
interface TypedRetention {
  form: string
  before: number | null
  text: string
}

export const isChanged = ({ text, before }: TypedRetention): boolean =>
  text !== String(before ?? '')

/**
 * Returns the retention of changed forms only. Saving the other forms could overwrite changes that someone else made
 * in the meantime.
 */
export const changedRetention = (forms: readonly TypedRetention[]): Retention => ({
  forms: forms
    .filter(isChanged)
    .map(({ form, text }) => ({ form, days: text === '' ? null : Number(text) })),
})
