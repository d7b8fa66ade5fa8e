import { field, toggle } from '../fields/field.ts'
import { section } from './section.ts'

/** The call to action: a panel whose buttons open a form with values filled in. */
export const joinSection = section(
  'joinSection',
  'Call to action',
  [
    field('card', 'Card', 'joinCard'),
    toggle('quiet', 'Light background', {
      description: 'For a page with a more important call to action.',
    }),
  ],
  { title: 'card.title' },
)
