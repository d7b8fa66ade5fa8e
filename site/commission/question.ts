import { english } from '../language/language.ts'
import { numberFormat } from '../language/numbers.ts'

/** The branches of the calculator, as their hues. Each branch has a different hue. */
const branches = ['local', 'mall', 'eats', 'rides', 'professionals', 'insurance']

/** The query parameters of the calculator: a branch and its monthly sales. */
export const questionFields = ['branch', 'sales'] as const

/** A visitor's input for the calculator. Invalid values are undefined. */
export interface Question {
  branch: string | undefined
  /** In whole US dollars per month. */
  sales: number | undefined
  /** All amounts that the text can mean, such as 5,000 and 5 for `5.000`. */
  readings?: readonly number[] | undefined
  /** The sales as entered, to show them again. Undefined for a link that contains only the branch. */
  salesText: string | undefined
}

/** The question that is answered for a visitor who has not asked one, and for links with a branch only. */
export const example = { branch: 'eats', sales: 5000 } as const

/** Maximum length of an amount, in characters. The rest is ignored. */
const maxLength = 40

/**
 * Reads the calculator's input from query parameters. Returns undefined without any.
 *
 * @param locale the language of the page, for amounts such as `5.000`
 */
export function readQuestion(given: URLSearchParams, locale?: string): Question | undefined {
  if (!questionFields.some((name) => given.has(name))) return undefined
  const branch = given.get('branch')?.trim().toLowerCase()
  const typed = given.get('sales')?.trim().slice(0, maxLength)
  const readings = readSales(typed ?? '', locale)
  return {
    branch: branches.find((known) => known === branch),
    sales: readings.length === 1 ? readings[0] : undefined,
    readings,
    salesText: typed,
  }
}

/**
 * Returns the normalized query parameters of the calculator's input, or undefined for input that is invalid or means
 * different amounts in different languages.
 */
export function normalizeQuestion(given: URLSearchParams): URLSearchParams | undefined {
  const { branch, sales, salesText: typed } = readQuestion(given) ?? {}
  if (branch && typed === undefined) return new URLSearchParams({ branch })
  if (!branch || sales === undefined) return undefined
  return new URLSearchParams({ branch, sales: String(sales) })
}

/** The minimum and maximum monthly sales, in whole US dollars. */
export const salesLimits = { min: 1, max: 10_000_000 } as const

/** The code points of zero in other scripts: Arabic-Indic, Persian, Devanagari, and Bengali. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6]

/** Letters that stand for thousands and millions. */
const units: Readonly<Record<string, number>> = { k: 1_000, m: 1_000_000 }

/** Matches a complete amount with these separators of thousands and cents. Groups of two are Indian. */
const amountWith = (group: string, decimal: string) =>
  new RegExp(
    String.raw`^(?:\d+|[1-9]\d{0,2}(?:${group}\d{2,3})*${group}\d{3})(?:${decimal}\d{0,2})?$`,
  )
const [american, european] = [amountWith(',', '[.]'), amountWith('[.]', ',')]

/**
 * Returns the amounts in `salesLimits` that a text can mean, in whole dollars. Accepts 5000, $5,000, 5,000.50, 5.000,50,
 * 20k, full-width digits, and digits of other scripts. A single separator, as in `5.000` or `5,50`, has the meaning that
 * it has in the language. Where a language never writes `5.000` for thousands, there are two.
 */
export function readSales(text: string, locale: string = english.locale): number[] {
  const plain = text
    // Replaces full-width digits, signs, and spaces with ASCII ones.
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, latinDigit)
    .replaceAll('\u066b', '.')
    .replace(/[\u066c\u060c]/g, ',')
    .replace(/[\s'’\u200e\u200f\u061c\u2066-\u2069]/g, '')
    .replace(/^(US\$|USD|\$)|(US\$|USD|\$)$/i, '')
  const [, digits = '', unit = ''] = /^([\d.,]+)(k|m)?$/i.exec(plain) ?? []
  const dollars = (amount: string) => {
    const sales = Math.round(Number(amount) * (units[unit.toLowerCase()] ?? 1))
    return sales >= salesLimits.min && sales <= salesLimits.max ? [sales] : []
  }
  if (american.test(digits)) return dollars(digits.replaceAll(',', ''))
  if (!european.test(digits)) return []
  const sales = dollars(digits.replaceAll('.', '').replace(',', '.'))
  const [, single] = /^\d+([.,])\d*$/.exec(digits) ?? []
  if (single === ',' && !writes(0.5, locale).includes(',')) return []
  const isClear = single !== '.' || writes(12_345, locale).includes('.')
  return isClear ? sales : [...sales, ...dollars(digits)]
}

/** Returns a number as the language writes it. Its locale has the formats of the US, unless its code has a region. */
function writes(value: number, locale: string): string {
  const { language, region } = new Intl.Locale(locale)
  const own = region === 'US' ? language : `${language}-${region}`
  return numberFormat(own, { useGrouping: 'always', numberingSystem: 'latn' }).format(value)
}

function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  const zero = zeros.find((first) => code >= first && code < first + 10)
  return zero === undefined ? digit : String(code - zero)
}
