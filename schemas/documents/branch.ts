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

/** A branch of the platform and its commission. Every page that shows the commission reads it from here. */
export const branch = document(
  'branch',
  'Service and commission',
  [
    line('name', 'Name', { description: 'For example, Local.' }),
    choice('hue', 'Color', ['local', 'mall', 'eats', 'rides', 'professionals', 'insurance'], {
      description: 'The color of this service on the site.',
      options: { layout: 'radio', direction: 'horizontal' },
      required: 'Choose a color.',
      shared: true,
    }),
    line('tagline', 'Tagline', { description: 'For example, Local shops.' }),
    paragraph('summary', 'Summary (two sentences)'),
    field('commission', 'Commission (%)', 'percentageRange', {
      description:
        'Changes appear on every page. If empty, no range is shown: explain why in the note below.',
      shared: true,
    }),
    textWithFacts('note', 'Commission note', { optional: true }),
    position('Position in lists'),
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
