import { readSales } from './sales.ts'

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
