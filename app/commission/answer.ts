import { rangeText } from '../components/text/facts.ts'
import type { CALCULATOR_QUERY_RESULT } from '../content/sanity.types.ts'
import { amountsText, amountText, fillIn, shareOf } from './amounts.ts'
import { type Question, salesLimits } from './question.ts'

type CalculatorPage = NonNullable<CALCULATOR_QUERY_RESULT>
type Branch = CalculatorPage['branches'][number]

/** The type of business with which an application from a branch begins; others join the waitlist. */
const businessTypes: Readonly<Record<string, string>> = {
  local: 'store',
  mall: 'store',
  eats: 'restaurant',
  professionals: 'professional',
}

/** The answer to a question; undefined where it can't be answered. */
export function answerTo({ branch: hue, sales }: Question, page: CalculatorPage) {
  const branch = branchOf(page, hue)
  if (!branch || !hue || sales === undefined) return undefined
  const share = shareOf(sales, branch.commission)
  const values = { branch: branch.name, sales: amountText(sales) }
  const type = businessTypes[hue]
  const interest = fillIn(String(page.interest ?? '{branch}'), values)
  const next = type
    ? { card: 'applyCard' as const, href: `/onboarding?business_type=${type}` }
    : { card: 'waitlistCard' as const, href: waitlistWith(interest) }
  if (!share) {
    const sentence = fillIn(String(page.noRange ?? '{branch}'), values)
    return { hue, sentence, note: branch.note, kept: undefined, ...next }
  }
  const { keep, commission, percent } = share
  const [low, high] = percent
  const rate = rangeText({ low, high }) ?? ''
  const [kept, taken] = [amountsText(keep), amountsText(commission)]
  const sentence = fillIn(String(page.answer ?? '{keep}'), {
    ...values,
    keep: kept,
    share: taken,
    commission: rate,
  })
  return {
    hue,
    sentence,
    note: branch.note,
    kept: {
      sentence,
      keep: { label: String(page.keepLabel ?? 'You keep'), text: kept },
      commission: { label: `${page.shareLabel ?? 'Commission'}, ${rate}`, text: taken },
      percent,
    },
    ...next,
  }
}

/** What is wrong with a question that can't be answered, by field. */
export function mistakesIn({ branch, sales, typed }: Question, page: CalculatorPage) {
  const { least, most } = salesLimits
  return {
    ...(branchOf(page, branch) ? {} : { branch: 'Please choose a branch' }),
    ...(sales === undefined
      ? {
          sales: typed
            ? `Please enter an amount from ${amountText(least)} to ${amountText(most)}, such as 5,000`
            : 'Please enter your monthly sales',
        }
      : {}),
  }
}

function branchOf({ branches }: CalculatorPage, hue: string | undefined): Branch | undefined {
  return hue === undefined ? undefined : branches.find((branch) => branch.hue === hue)
}

function waitlistWith(interest: string): string {
  return `/waitlist?${new URLSearchParams({ custom_interest: interest })}`
}
