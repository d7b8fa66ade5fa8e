import { defineField, defineType } from '@sanity/types'
import { pageFields, pageGroups } from '../fields/page.ts'
import { line, textWithFacts } from '../fields/text.ts'
import { checkPlaceholders } from '../validation/placeholders.ts'
import { checkPlainWords } from '../validation/plain-words.ts'

type Check = (text: string | undefined, places: readonly string[]) => string | true

const withPlaces = (
  name: string,
  title: string,
  places: readonly string[],
  ...checks: readonly Check[]
) =>
  defineField({
    name,
    title,
    type: 'string',
    description: `Where these stand, the figures come in: ${places.map((one) => `{${one}}`).join(', ')}.`,
    validation: (rule) => [
      rule.required().error(`${title} is missing.`),
      ...[checkPlaceholders, ...checks].map((check) =>
        rule.custom<string>((value) => check(value, places)),
      ),
    ],
  })

/** What a business keeps of its sales, at /business/commission/calculator. */
export const calculatorPage = defineType({
  name: 'calculatorPage',
  title: 'What would I keep?',
  type: 'document',
  groups: pageGroups,
  fields: pageFields([
    line('title', 'Title'),
    textWithFacts('intro', 'Intro'),
    line('submit', 'Words on the button that calculates', { initialValue: 'Show what I keep' }),
    withPlaces('answer', 'Answer', ['branch', 'sales', 'keep', 'share', 'commission']),
    line('keepLabel', 'Figure: what is kept'),
    line('shareLabel', "Figure: Halvi's share"),
    textWithFacts('answerNote', 'Note below the answer'),
    withPlaces('noRange', 'Answer for a branch without public commission', ['branch', 'sales']),
    defineField({ name: 'applyCard', title: 'Card to the business application', type: 'joinCard' }),
    defineField({
      name: 'waitlistCard',
      title: 'Card to the waitlist',
      type: 'joinCard',
      description: 'For branches that are joined by the waitlist: Rides and insurance.',
    }),
    withPlaces('interest', 'What the waitlist is told', ['branch'], checkPlainWords),
  ]),
  preview: { prepare: () => ({ title: 'What would I keep?' }) },
})
