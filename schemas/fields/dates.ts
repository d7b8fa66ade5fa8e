import { checkDay, checkPlaceholders, checkTimeZone } from '../validation/values.ts'
import { type FieldOptions, field } from './field.ts'

/** Returns a field for a day, or for a `datetime`. */
export const day = (
  name: string,
  title: string,
  options: FieldOptions,
  type: 'date' | 'datetime' = 'date',
) =>
  field(name, title, type, {
    rules: (rule) => [rule.custom<string>((value) => checkDay(value))],
    ...options,
  })

/** Returns the field `timeZone`, an IANA time zone. It is required unless `optional` is set. */
export const timeZone = (title: string, { optional = false, shared = false } = {}) =>
  field('timeZone', title, 'string', {
    description: 'Region and city, such as America/Chicago.',
    options: { isCode: true },
    initialValue: 'America/Chicago',
    required: !optional && 'Time zone is required.',
    shared,
    rules: (rule) => [rule.custom<string>((value) => checkTimeZone(value))],
  })

/**
 * Returns a field with one sentence for each state of a date. The site shows the sentence for the current state.
 *
 * @param states the title of each state, by its name, in chronological order
 * @param placeholders the names allowed in braces, each with an example of the text that replaces it
 */
export function sentences(
  states: Readonly<Record<string, string>>,
  placeholders: Readonly<Record<string, string>>,
) {
  const names = Object.keys(placeholders)
  const examples = Object.entries(placeholders).map(([name, example]) => `{${name}} (${example})`)
  return field('sentences', 'Sentences', 'object', {
    description: `Pages show the sentence that applies at the time. You can use ${examples.join(', ')}.`,
    fields: Object.entries(states).map(([name, title]) =>
      field(name, title, 'string', {
        required: 'Enter a sentence. Without it, pages show nothing at that time.',
        rules: (rule) => [rule.custom<string>((value) => checkPlaceholders(value, names))],
      }),
    ),
  })
}
