import type { Retention } from 'halvi-leads/contract'

/** A form with the days that were loaded, and what stands in its field; an empty one keeps its leads. */
interface TypedAge {
  form: string
  before: number | null
  text: string
}

export const isChanged = ({ text, before }: TypedAge): boolean => text !== String(before ?? '')

/**
 * What to save: the forms that were changed alone. The others would be set back to the days that were
 * loaded, though somebody else may have changed them since.
 */
export const changedAges = (ages: readonly TypedAge[]): Retention => ({
  forms: ages
    .filter(isChanged)
    .map(({ form, text }) => ({ form, days: text === '' ? null : Number(text) })),
})
