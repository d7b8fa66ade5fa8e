import {
  defineField,
  type FieldDefinition,
  type SlugIsUniqueValidator,
  type SlugValue,
} from '@sanity/types'
import type { Addresses } from '../addresses.ts'
import { checkSlug } from '../validation/slug.ts'

/** The two tabs that every page's form has. */
export const pageGroups = [
  { name: 'content', title: 'Page', default: true },
  { name: 'search', title: 'Search and sharing' },
]

/** Puts fields on the tab of the given group. */
export function inGroup(group: string, fields: FieldDefinition[]) {
  return fields.map((field) => ({ ...field, group }))
}

/** All fields of a page: its own on the first tab, what search engines show on the second. */
export function pageFields(fields: FieldDefinition[]) {
  const seo = defineField({ name: 'seo', title: 'Search and sharing', type: 'seo' })
  return [...inGroup('content', fields), ...inGroup('search', [seo])]
}

/** Whether a slug is free. When the content can't be reached that is not known, and so not a mistake. */
const isUnique: SlugIsUniqueValidator = async (slug, context) => {
  try {
    return await context.defaultIsUnique(slug, context)
  } catch {
    return true
  }
}

/**
 * A field for the last part of a page's address, unique among documents of its type.
 *
 * @param addresses absent where the part is no more than an anchor in a page
 */
export function slug(source: string, description: string, addresses?: Addresses) {
  return defineField({
    name: 'slug',
    title: 'Address',
    type: 'slug',
    description,
    options: { source, maxLength: 60, isUnique },
    validation: (rule) => [
      rule.required().error('The page needs an address. Press Generate.'),
      rule.custom<SlugValue>((value, { document }) =>
        checkSlug(document?._type, value?.current, addresses),
      ),
    ],
  })
}
