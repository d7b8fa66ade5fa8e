/** The charts' times from a lead's arrival until the endpoint had accepted it: at most so many seconds. */
export const deliveryTimes = [1, 10, 60, 600, 3_600, 86_400] as const

/** The least of them that it did not exceed, `more` beyond all; empty where it was not delivered. */
export function deliveryBucket(createdAt: string, deliveredAt: string | null): string {
  if (deliveredAt === null) return ''
  const seconds = (Date.parse(deliveredAt) - Date.parse(createdAt)) / 1000
  const upTo = deliveryTimes.find((time) => seconds <= time)
  return upTo === undefined ? 'more' : String(upTo)
}
