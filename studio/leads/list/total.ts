import type { LeadPage } from 'halvi-leads/contract'

type Counted = Pick<LeadPage, 'total' | 'totalIsMore'>

/** How many a filter finds: `1,234`, or `10,000+` where counting stopped. */
export function totalWord(counted: Counted | undefined): string {
  if (!counted) return ''
  return `${counted.total.toLocaleString('en-US')}${counted.totalIsMore ? '+' : ''}`
}

/** The same with its noun. */
export function leadsWord(counted: Counted): string {
  const isOne = counted.total === 1 && !counted.totalIsMore
  return `${totalWord(counted)} ${isOne ? 'lead' : 'leads'}`
}
