import { field, line, page, textWithFacts } from '../fields/field.ts'
import { checkPlainWords } from '../validation/plain-words.ts'
import { checkPlaceholders } from '../validation/values.ts'

type Check = (text: string | undefined, names: readonly string[]) => string | true

const withPlaceholders = (name: string, title: string, names: string[], ...checks: Check[]) =>
  line(name, title, {
    description: `Where these stand, the figures come in: ${names.map((one) => `{${one}}`).join(', ')}.`,
    rules: (rule) =>
      [checkPlaceholders, ...checks].map((check) =>
        rule.custom<string>((value) => check(value, names)),
      ),
  })

/** What a business keeps of its sales, at /business/commission/calculator. */
export const calculatorPage = page('calculatorPage', 'What would I keep?', [
  line('title', 'Title'),
  textWithFacts('intro', 'Intro'),
  line('submit', 'Words on the button that calculates', { initialValue: 'Show what I keep' }),
  withPlaceholders('answer', 'Answer', ['branch', 'sales', 'keep', 'share', 'commission']),
  line('keepLabel', 'Figure: what is kept'),
  line('shareLabel', "Figure: Halvi's share"),
  textWithFacts('answerNote', 'Note below the answer'),
  withPlaceholders('noRange', 'Answer for a branch without public commission', ['branch', 'sales']),
  field('applyCard', 'Card to the business application', 'joinCard'),
  field('waitlistCard', 'Card to the waitlist', 'joinCard', {
    description: 'For branches that are joined by the waitlist: Rides and insurance.',
  }),
  withPlaceholders('interest', 'What the waitlist is told', ['branch'], checkPlainWords),
])
