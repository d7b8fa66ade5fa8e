import { defineField } from '@sanity/types'
import { type AddressKind, checkAddress } from '../validation/address.ts'

interface AddressOptions {
  kinds: readonly AddressKind[]
  description?: string
  optional?: boolean
}

/** A field for a link target of one of the given kinds, required unless `optional`. */
export function address(name: string, title: string, options: AddressOptions) {
  const { kinds, optional, description } = options
  return defineField({
    name,
    title,
    type: 'string',
    ...(description ? { description } : {}),
    validation: (rule) => {
      const fits = rule.custom<string>((value) => checkAddress(value, kinds))
      return optional ? fits : [rule.required().error(`${title} is missing.`), fits]
    },
  })
}
