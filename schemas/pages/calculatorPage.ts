import { field, line, page, textWithFacts } from '../fields/field.ts'
import { checkPlainWords } from '../validation/plain-words.ts'
import { checkPlaceholders } from '../validation/values.ts'

type Check = (text: string | undefined, names: readonly string[]) => string | true

const withPlaceholders = (name: string, title: string, names: string[], ...checks: Check[]) =>
  line(name, title, {
    description: `You can use ${names.map((one) => `{${one}}`).join(', ')}.`,
    rules: (rule) =>
      [checkPlaceholders, ...checks].map((check) =>
        rule.custom<string>((value) => check(value, names)),
      ),
  })

/** The commission calculator at /business/commission/calculator. */
export const calculatorPage = page('calculatorPage', 'Commission calculator', [
  line('title', 'Title'),
  textWithFacts('intro', 'Intro'),
  line('submit', 'Calculate button label', { initialValue: 'Show what I keep' }),
  withPlaceholders('answer', 'Result', ['branch', 'sales', 'keep', 'share', 'commission']),
  line('keepLabel', 'Label of the amount kept'),
  line('shareLabel', 'Label of Halvi’s share'),
  line('legendKept', 'Legend: the share kept at any rate', { optional: true }),
  line('legendBetween', 'Legend: the share that depends on the rate', { optional: true }),
  line('legendTaken', 'Legend: Halvi’s minimum share', { optional: true }),
  line('legendExcluded', 'Legend: what the bar leaves out', {
    optional: true,
    description: 'For example, Not included: card fees, delivery, and taxes.',
  }),
  textWithFacts('answerNote', 'Note below the result'),
  withPlaceholders('noRange', 'Result for a service without a public commission', [
    'branch',
    'sales',
  ]),
  field('applyCard', 'Business application card', 'joinCard'),
  field('waitlistCard', 'Waitlist card', 'joinCard', {
    description: 'For services that people join through the waitlist: Rides and insurance.',
  }),
  withPlaceholders(
    'interest',
    'Custom interest filled in on the waitlist form',
    ['branch'],
    checkPlainWords,
  ),
])
