import { toggle } from '../fields/field.ts'
import { list } from '../fields/list.ts'
import { checkTable } from '../validation/table.ts'
import { headingField, section } from './section.ts'

export const cardsSection = section('cardsSection', 'Cards', [
  headingField,
  list('cards', 'Cards', 'linkCard', { length: [2, 6] }),
])

/** Slugs of the pages that must have exactly four key features, as the specification requires, by their type. */
const fourFeatures: Readonly<Record<string, readonly string[]>> = {
  page: ['services/professional/apply'],
  businessPage: ['seller', 'affiliates', 'driver', 'commission'],
}

/** Steps with numbers, or features with icons. */
export const stepsSection = section('stepsSection', 'Steps or features', [
  headingField,
  list('steps', 'Steps or features', 'keyFeature', {
    length: (document) => {
      const { current = '' } = (document?.slug ?? {}) as { current?: string }
      return fourFeatures[document?._type ?? '']?.includes(current) ? [4, 4] : [2, 6]
    },
  }),
  toggle('numbered', 'Show numbers', {
    initialValue: true,
    description: 'Without numbers, icons are shown.',
  }),
])

export const logosSection = section('logosSection', 'Logos', [
  headingField,
  list('logos', 'Logos', 'figure', { length: [1, 12], options: { layout: 'grid' } }),
])

export const comparisonSection = section('comparisonSection', 'Comparison table', [
  headingField,
  list('rows', 'Table', 'tableRow', {
    description:
      'The first row names what you compare, for example Halvi and Other apps. The first column says in what.',
    rules: (rule) => [rule.custom(checkTable)],
  }),
])
