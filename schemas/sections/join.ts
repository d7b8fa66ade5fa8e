import { field, line, object, paragraph, toggle } from '../fields/field.ts'
import { section } from './section.ts'

/** The dialog that asks whether to see the affiliate programs first. */
export const waitlistDialog = object('waitlistDialog', 'Waitlist dialog', [
  line('title', 'Title'),
  paragraph('text', 'Text', { optional: true, rows: 2 }),
  line('affiliates', 'Affiliate programs option'),
  line('apply', 'Waitlist option'),
])

/** The call to action: a panel whose buttons open a form with values filled in. */
export const joinSection = section(
  'joinSection',
  'Call to action',
  [
    field('card', 'Card', 'joinCard'),
    field('dialog', 'Waitlist dialog', 'waitlistDialog', {
      description: 'If filled in, the button opens this dialog first. The card has no second link.',
      options: { collapsible: true, collapsed: true },
    }),
    toggle('quiet', 'Light background', {
      description: 'For a page with a more important call to action.',
    }),
  ],
  { title: 'card.title' },
)
