import type { CALCULATOR_QUERY_RESULT } from '../content/sanity.types.ts'
import { english } from '../language/language.ts'
import { amountsText, amountText } from '../text/amounts.ts'
import { rangeText } from '../text/percents.ts'
import { fillIn, format } from '../words/format.ts'
import { defaultWords, type Words } from '../words/words.ts'
import { type Question, salesLimits } from './question.ts'
import { shareOf } from './share.ts'

type CalculatorPage = NonNullable<CALCULATOR_QUERY_RESULT>
type Branch = CalculatorPage['branches'][number]
/** The texts of the calculator, and the branches. Texts that only its own page has are optional. */
export type CalculatorContent = Pick<CalculatorPage, 'branches' | 'submit'> &
  Partial<CalculatorPage>

/** The prefilled business type for applications from each branch. Other branches link to the waitlist. */
const businessTypes: Readonly<Record<string, string>> = {
  local: 'store',
  mall: 'store',
  eats: 'restaurant',
  professionals: 'professional',
}

/** Returns the calculator's result, or undefined for invalid input. */
export function resultFor(
  { branch: hue, sales }: Pick<Question, 'branch' | 'sales'>,
  page: CalculatorContent,
  words: Words['commissions'] = defaultWords.commissions,
  locale: string = english.locale,
) {
  const branch = branchOf(page, hue)
  if (!branch || !hue || sales === undefined) return undefined
  const share = shareOf(sales, branch.commission)
  const values = { branch: branch.name, sales: amountText(sales, locale) }
  const type = businessTypes[hue]
  // The form sends this text, so it has no isolates.
  const interest = fillIn(String(page.interest ?? '{branch}'), {
    ...values,
    sales: amountText(sales),
  })
  const next = type
    ? { card: 'applyCard' as const, href: `/onboarding?business_type=${type}` }
    : { card: 'waitlistCard' as const, href: waitlistWith(interest) }
  if (!share) {
    const sentence = fillIn(String(page.noRange ?? '{branch}'), values)
    return { hue, sentence, note: branch.note, shares: undefined, ...next }
  }
  const { keep, commission, percent } = share
  const [low, high] = percent
  const rate = rangeText({ low, high }, locale) ?? ''
  const [keepText, commissionText] = [amountsText(keep, locale), amountsText(commission, locale)]
  const sentence = fillIn(String(page.answer ?? '{keep}'), {
    ...values,
    keep: keepText,
    share: commissionText,
    commission: rate,
  })
  return {
    hue,
    sentence,
    note: branch.note,
    shares: {
      sentence,
      keep: { label: String(page.keepLabel ?? words.keep), text: keepText },
      commission: {
        label: `${page.shareLabel ?? words.commission}: ${rate}`,
        text: commissionText,
      },
      parts: [
        {
          part: 'kept' as const,
          percent: 100 - high,
          label: page.legendKept ?? words.legendKept,
        },
        {
          part: 'between' as const,
          percent: high - low,
          label: page.legendBetween ?? words.legendBetween,
        },
        {
          part: 'taken' as const,
          percent: low,
          label: page.legendTaken ?? words.legendTaken,
        },
      ].filter(({ percent }) => percent > 0),
      excluded: page.legendExcluded ?? null,
    },
    ...next,
  }
}

/** Returns the error messages for invalid input, by field. */
export function questionErrors(
  { branch, sales, readings: [high, low] = [], salesText: typed }: Question,
  page: CalculatorPage,
  words: Words['commissions'],
  locale: string = english.locale,
) {
  const { min, max } = salesLimits
  const amounts = {
    min: amountText(low ?? min, locale),
    max: amountText(high ?? max, locale),
  }
  const message = low === undefined ? words.salesMalformed : words.salesAmbiguous
  return {
    ...(branchOf(page, branch) ? {} : { branch: words.branchMissing }),
    ...(sales === undefined
      ? { sales: typed ? format(message, amounts, locale) : words.salesMissing }
      : {}),
  }
}

function branchOf({ branches }: CalculatorContent, hue: string | undefined): Branch | undefined {
  return hue === undefined ? undefined : branches.find((branch) => branch.hue === hue)
}

function waitlistWith(interest: string): string {
  return `/waitlist?${new URLSearchParams({ custom_interest: interest })}`
}
