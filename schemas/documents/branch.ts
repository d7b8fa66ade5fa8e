import {
  byPosition,
  choice,
  document,
  field,
  line,
  paragraph,
  position,
  textWithFacts,
} from '../fields/field.ts'

/** A branch of the platform and its commission, the one place where it is written. */
export const branch = document(
  'branch',
  'Branch and commission',
  [
    line('name', 'Name', { description: 'Such as Local.' }),
    choice('hue', 'Colour', ['local', 'mall', 'eats', 'rides', 'professionals', 'insurance'], {
      description: 'The colour in which the site shows the branch.',
      options: { layout: 'radio', direction: 'horizontal' },
      required: 'Choose a colour.',
    }),
    line('tagline', 'In a few words', { description: 'Such as Local shops.' }),
    paragraph('summary', 'In two sentences'),
    field('commission', 'Commission, %', 'percentageRange', {
      description:
        'Empty: there is no public range; the note below says what holds instead. A change here shows on every page.',
    }),
    textWithFacts('note', 'Note on the commission', { optional: true }),
    position('Position in lists', 'Give the branch a position.'),
  ],
  {
    orderings: byPosition,
    preview: {
      select: { title: 'name', low: 'commission.low', high: 'commission.high' },
      prepare: ({ title, low, high }: Record<string, unknown>) => ({
        title,
        subtitle: low === undefined ? 'No public range' : `${low}-${high}%`,
      }),
    },
  },
)
