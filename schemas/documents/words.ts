import type { SchemaTypeDefinition } from '@sanity/types'
import { document, field, inGroup } from '../fields/field.ts'

/** The words of the site's code, which the site passes in. */
export interface SiteWords {
  /** The titles of the groups. */
  groups: Readonly<Record<string, string>>
  /** The specified texts, by group and key. */
  defaults: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Returns the error of a text (an ICU message) in place of a specified one, or '' for a valid text. */
  check: (text: string, specified: string) => string
}

/** Returns the document with the words of the site's code that staff have replaced: one tab for each group. */
export const words = ({ groups, defaults, check }: SiteWords): SchemaTypeDefinition =>
  document(
    'words',
    'Words',
    Object.entries(groups).flatMap(([group, title]) =>
      inGroup(group, [
        field(group, title, 'object', {
          description:
            'Leave a field empty to show the text in gray. What applicants send stays the same.',
          fields: Object.entries(defaults[group] ?? {}).map(([key, text]) =>
            word(key, text, check),
          ),
        }),
      ]),
    ),
    {
      groups: Object.entries(groups).map(([name, title], index) => ({
        name,
        title,
        default: index === 0,
      })),
      preview: { prepare: () => ({ title: 'Words' }) },
    },
  )

/** Returns the field for a word. Its title and its placeholder are the specified text. */
function word(key: string, text: string, check: SiteWords['check']) {
  return field(key, text, text.length > 60 ? 'text' : 'string', {
    placeholder: text,
    ...(text.length > 60 && { rows: 2 }),
    rules: (rule) => [
      rule.max(3 * text.length + 30).warning('This is much longer than the original text.'),
      rule.custom<string>((value) => (value?.trim() && check(value, text)) || true),
    ],
  })
}
