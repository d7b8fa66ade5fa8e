import type { LeadDetail } from 'halvi-leads/contract'

/** What has happened to a lead since somebody saw it as `before`. */
export function changesSince(
  before: Pick<LeadDetail, 'history'>,
  now: Pick<LeadDetail, 'history'>,
): LeadDetail['history'] {
  const known = new Set(before.history.map(({ at, action }) => `${at} ${action}`))
  return now.history.filter(({ at, action }) => !known.has(`${at} ${action}`))
}
