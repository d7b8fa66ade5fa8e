import type { SlugIsUniqueValidator, SlugValue } from '@sanity/types'
import type { Addresses } from '../addresses.ts'
import { type AddressKind, checkAddress } from '../validation/address.ts'
import { checkSlug } from '../validation/slug.ts'
import { field, line, type TextOptions } from './field.ts'

/** Returns a field for a link target of one of the given kinds. */
export const address = (
  name: string,
  title: string,
  kinds: readonly AddressKind[],
  options: TextOptions = {},
) =>
  line(name, title, {
    rules: (rule) => [rule.custom<string>((value) => checkAddress(value, kinds))],
    ...options,
  })

/** Returns whether a slug is free; true when the content can't be reached, which is not a mistake. */
const isUnique: SlugIsUniqueValidator = async (slug, context) => {
  try {
    return await context.defaultIsUnique(slug, context)
  } catch {
    return true
  }
}

/**
 * Returns a field for the last part of a page's address, unique among documents of its type.
 *
 * @param addresses absent where the part is only an anchor in a page
 */
export const slug = (source: string, description: string, addresses?: Addresses) =>
  field('slug', 'Address', 'slug', {
    description,
    options: { source, maxLength: 60, isUnique },
    required: 'The page needs an address. Press Generate.',
    rules: (rule) => [
      rule.custom<SlugValue>((value, { document }) =>
        checkSlug(document?._type, value?.current, addresses),
      ),
    ],
  })
