import { checkPlaceholders, checkTimeZone } from '../validation/values.ts'
import { field } from './field.ts'

/** Returns the field `timeZone`: a region of the IANA database, required unless `optional`. */
export const timeZone = (title: string, { optional = false } = {}) =>
  field('timeZone', title, 'string', {
    description: 'Region and city, such as America/Chicago.',
    initialValue: 'America/Chicago',
    required: !optional && 'The time zone is missing.',
    rules: (rule) => [rule.custom<string>((value) => checkTimeZone(value))],
  })

/**
 * Returns the field for the sentences about a date, one for each state of it. Texts show the one that is true.
 *
 * @param states their titles, in the order of time
 * @param placeholders what may stand in braces, with an example of what it becomes
 */
export function sentences(
  states: Readonly<Record<string, string>>,
  placeholders: Readonly<Record<string, string>>,
) {
  const names = Object.keys(placeholders)
  const examples = Object.entries(placeholders).map(([name, example]) => `{${name}}: ${example}`)
  return field('sentences', 'Sentences', 'object', {
    description: `Texts show the one that is true at the time. In braces: ${examples.join(', ')}.`,
    fields: Object.entries(states).map(([name, title]) =>
      field(name, title, 'string', {
        required: 'Without it the texts say nothing of it then.',
        rules: (rule) => [rule.custom<string>((value) => checkPlaceholders(value, names))],
      }),
    ),
  })
}
