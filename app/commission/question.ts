/** The branches of the calculator, as their hues. Each branch has a different hue. */
const branches = ['local', 'mall', 'eats', 'rides', 'professionals', 'insurance']

/** The query parameters of the calculator: a branch and its monthly sales. */
export const questionFields = ['branch', 'sales'] as const

/** A visitor's input for the calculator. Invalid values are undefined. */
export interface Question {
  branch: string | undefined
  /** In whole US dollars per month. */
  sales: number | undefined
  /** The sales as entered, to show them again. Undefined for a link that contains only the branch. */
  salesText: string | undefined
}

/** The question that is answered for a visitor who has not asked one, and for links with a branch only. */
export const example = { branch: 'eats', sales: 5000 } as const

/** Maximum length of an amount, in characters. The rest is ignored. */
const maxLength = 40

/** Reads the calculator's input from query parameters. Returns undefined without any. */
export function readQuestion(given: URLSearchParams): Question | undefined {
  if (!questionFields.some((name) => given.has(name))) return undefined
  const branch = given.get('branch')?.trim().toLowerCase()
  const typed = given.get('sales')?.trim().slice(0, maxLength)
  return {
    branch: branches.find((known) => known === branch),
    sales: typed === undefined ? undefined : readSales(typed),
    salesText: typed,
  }
}

/** Returns the normalized query parameters of the calculator's input, or undefined for invalid input. */
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

/**
 * Parses an amount and rounds it to whole dollars. Accepts 5000, $5,000, 5,000.50, 20k, full-width digits, and digits
 * of other scripts. Returns undefined for other texts and for amounts outside of `salesLimits`.
 */
export function readSales(text: string): number | undefined {
  const plain = text
    // Replaces full-width digits, signs, and spaces with ASCII ones.
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, latinDigit)
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', ',')
    .replace(/\s/g, '')
    .replace(/^(US\$|USD|\$)|USD$/i, '')
  const pattern = /^((?:\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.\d*)?)(k|m)?$/i
  const [, digits = '', unit = ''] = pattern.exec(plain) ?? []
  if (!digits) return undefined
  const sales = Math.round(Number(digits.replaceAll(',', '')) * (units[unit.toLowerCase()] ?? 1))
  return sales >= salesLimits.min && sales <= salesLimits.max ? sales : undefined
}

function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  const zero = zeros.find((first) => code >= first && code < first + 10)
  return zero === undefined ? digit : String(code - zero)
}
