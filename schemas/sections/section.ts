import type { FieldDefinition, SchemaTypeDefinition } from '@sanity/types'
import { field, object, toggle } from '../fields/field.ts'

/** The field for the heading of a section. */
export const headingField = field('heading', 'Heading', 'heading')

/**
 * Returns the type of a section. Every section can be hidden, and says so in the list of sections.
 *
 * @param shown the path of the text that the list of sections shows, of the rich text that it shows instead if that is
 * empty, and of the image
 */
export function section(
  name: string,
  title: string,
  fields: FieldDefinition[],
  shown: { title?: string; text?: string; media?: string } = { title: 'heading.title' },
): SchemaTypeDefinition {
  const hidden = toggle('hidden', 'Hide this section', {
    description: 'Visitors don’t see it. You can show it again at any time.',
  })
  return object(name, title, [...fields, hidden], {
    preview: {
      select: { ...shown, hidden: 'hidden' },
      prepare: (row: Record<string, unknown>) => {
        const words = row.title || beginningOf(row.text)
        const kind = words ? [title] : []
        return {
          title: words || title,
          subtitle: [...(row.hidden === true ? ['Hidden'] : []), ...kind].join(' · '),
          ...(row.media !== undefined && { media: row.media }),
        }
      },
    },
  })
}

/** Returns the first words of a rich text, for lists. */
const beginningOf = (text: unknown): string =>
  [text]
    .flat()
    .flatMap((block) => (block as { children?: { text?: string }[] } | undefined)?.children ?? [])
    .map(({ text = '' }) => text)
    .join(' ')
    .slice(0, 80)
