import type { SlugIsUniqueValidator, SlugValue } from '@sanity/types'
import type { Addresses } from '../addresses.ts'
import { type AddressKind, checkAddress } from '../validation/address.ts'
import { checkSlug } from '../validation/slug.ts'
import { field, line, type TextOptions } from './field.ts'

/** Returns a field for a link. It accepts the given kinds of URL. */
export const address = (
  name: string,
  title: string,
  kinds: readonly AddressKind[],
  options: TextOptions = {},
) =>
  line(name, title, {
    ...options,
    rules: (rule) => [
      rule.custom<string>((value) => checkAddress(value, kinds)),
      ...(options.rules?.(rule) ?? []),
    ],
  })

/** Returns whether a slug is unused. If the content can't be read, it passes: that isn't the editor's error. */
export const isUnique: SlugIsUniqueValidator = async (slug, context) => {
  try {
    return await context.defaultIsUnique(slug, context)
  } catch {
    return true
  }
}

/**
 * Returns a field for the last part of a page's URL. It must be unique among documents of its type.
 *
 * @param addresses omit them if the slug is only an anchor on a page
 */
export const slug = (source: string, description: string, addresses?: Addresses) =>
  field('slug', 'URL slug', 'slug', {
    description,
    options: { source, maxLength: 60, isUnique },
    required: 'URL slug is required. Select Generate, or type one.',
    shared: true,
    rules: (rule) => [
      rule.custom<SlugValue>((value, { document }) =>
        checkSlug(document?._type, value?.current, addresses),
      ),
    ],
  })
