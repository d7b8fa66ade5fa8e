import { defineField, defineType } from '@sanity/types'
import { type Bounds, checkRange } from '../validation/range.ts'

/** A lowest and a highest percentage, whole or not, 0 to 100, both included. */
export const percentageRange = defineType({
  name: 'percentageRange',
  title: 'From … to … percent',
  type: 'object',
  options: { columns: 2 },
  fields: ['low', 'high'].map((name) =>
    defineField({
      name,
      title: name === 'low' ? 'Lowest, %' : 'Highest, %',
      type: 'number',
      validation: (rule) => [
        rule.required().error('A range needs both ends.'),
        rule.min(0).max(100).error('A percentage lies between 0 and 100.'),
      ],
    }),
  ),
  validation: (rule) => rule.custom((value: Bounds | undefined) => checkRange(value)),
})

/** A lowest and a highest whole number, both included. */
export const numberRange = defineType({
  name: 'numberRange',
  title: 'From … to …',
  type: 'object',
  options: { columns: 2 },
  fields: ['low', 'high'].map((name) =>
    defineField({
      name,
      title: name === 'low' ? 'Lowest' : 'Highest',
      type: 'number',
      validation: (rule) => [
        rule.required().error('A range needs both ends.'),
        rule.integer().min(0).error('This must be a whole number, 0 or more.'),
      ],
    }),
  ),
  validation: (rule) => rule.custom((value: Bounds | undefined) => checkRange(value)),
})
