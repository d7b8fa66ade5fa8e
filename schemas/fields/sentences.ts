import { defineField } from '@sanity/types'
import { checkPlaceholders } from '../validation/placeholders.ts'

/**
 * The sentences about a date, one for each state of it. Texts show the one that is true.
 *
 * @param states in the order of time
 * @param placeholders what may stand in braces, with an example of what it becomes
 */
export function sentences(
  states: readonly { name: string; title: string }[],
  placeholders: Readonly<Record<string, string>>,
) {
  const names = Object.keys(placeholders)
  const examples = Object.entries(placeholders).map(([name, example]) => `{${name}}: ${example}`)
  return defineField({
    name: 'sentences',
    title: 'Sentences',
    type: 'object',
    description: `Texts show the one that is true at the time. In braces: ${examples.join(', ')}.`,
    fields: states.map((state) =>
      defineField({
        ...state,
        type: 'string',
        validation: (rule) => [
          rule.required().error('Without it the texts say nothing of it then.'),
          rule.custom<string>((value) => checkPlaceholders(value, names)),
        ],
      }),
    ),
  })
}
