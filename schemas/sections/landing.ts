import { line, object, paragraph } from '../fields/field.ts'
import { list } from '../fields/list.ts'
import { linkField } from '../objects/link.ts'
import { section } from './section.ts'

/** The live metrics. A switch in the site settings turns them off, and chooses their source. */
export const metricsSection = section('metricsSection', 'Live metrics', [], {})

export const proofPart = object(
  'proofPart',
  'Check',
  [line('title', 'Title'), paragraph('text', 'How it is checked')],
  { shown: { title: 'title', subtitle: 'text' } },
)

/** Shows how businesses are verified, as a sample certificate with expandable parts. */
export const proofSection = section(
  'proofSection',
  'Halal verification',
  [
    line('title', 'Title', {
      description: 'Keep the section consistent with the FAQ answer on halal compliance.',
    }),
    paragraph('text', 'Text', { optional: true }),
    line('link', 'Link label', { optional: true }),
    linkField({ optional: true }),
    line('label', 'Text above the business name', {
      description: 'Say that the certificate is an example.',
    }),
    line('business', 'Business name on the certificate'),
    list('parts', 'Checks', 'proofPart'),
    paragraph('note', 'Note at the bottom of the certificate', { optional: true, rows: 2 }),
  ],
  { title: 'title' },
)
