import { defineField } from '@sanity/types'
import { checkTimeZone } from '../validation/time-zone.ts'

/** The field `timeZone`: a region of the IANA database, required unless `optional`. */
export function timeZone(title: string, { optional = false } = {}) {
  return defineField({
    name: 'timeZone',
    title,
    type: 'string',
    description: 'Region and city, such as America/Chicago.',
    initialValue: 'America/Chicago',
    validation: (rule) => [
      ...(optional ? [] : [rule.required().error('The time zone is missing.')]),
      rule.custom<string>((value) => checkTimeZone(value)),
    ],
  })
}
