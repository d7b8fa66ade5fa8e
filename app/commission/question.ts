/** The branches that can be asked about, by their colour, which no two of them share. */
const branches = ['local', 'mall', 'eats', 'rides', 'professionals', 'insurance']

/** The parameters of a question: a branch, and its sales in a month. */
export const questionFields = ['branch', 'sales'] as const

/** What a visitor asks, as far as it can be read. */
export interface Question {
  branch: string | undefined
  /** In whole US dollars a month. */
  sales: number | undefined
  /** What was typed, to be mended; undefined where a link names the branch alone. */
  typed: string | undefined
}

/** The longest amount that is looked at, in characters. */
const longest = 40

/** Reads a question; undefined where nothing is asked. */
export function readQuestion(given: URLSearchParams): Question | undefined {
  if (!questionFields.some((name) => given.has(name))) return undefined
  const branch = given.get('branch')?.trim().toLowerCase()
  const typed = given.get('sales')?.trim().slice(0, longest)
  return {
    branch: branches.find((known) => known === branch),
    sales: typed === undefined ? undefined : readSales(typed),
    typed,
  }
}

/** The parameters that a question comes down to; undefined for one that can't be answered. */
export function normalQuestion(given: URLSearchParams): URLSearchParams | undefined {
  const { branch, sales, typed } = readQuestion(given) ?? {}
  if (branch && typed === undefined) return new URLSearchParams({ branch })
  if (!branch || sales === undefined) return undefined
  return new URLSearchParams({ branch, sales: String(sales) })
}

/** The least and the most that can be asked about, in whole US dollars a month. */
export const salesLimits = { least: 1, most: 10_000_000 } as const

/** Digits of other scripts by the code of their zero: Arabic-Indic, Persian, Devanagari, Bengali. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6]

/** Reads an amount in whole dollars: 5000, $5,000, 5,000.50, full-width or Arabic-Indic digits. Else undefined. */
export function readSales(text: string): number | undefined {
  const plain = text
    // Full-width digits, signs and blanks become ordinary ones.
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, latinDigit)
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', ',')
    .replace(/\s/g, '')
    .replace(/^(US\$|USD|\$)|USD$/i, '')
  if (!/^(\d+|\d{1,3}(,\d{2,3})*,\d{3})(\.\d*)?$/.test(plain)) return undefined
  const sales = Math.round(Number(plain.replaceAll(',', '')))
  return sales >= salesLimits.least && sales <= salesLimits.most ? sales : undefined
}

function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  const zero = zeros.find((first) => code >= first && code < first + 10)
  return zero === undefined ? digit : String(code - zero)
}
