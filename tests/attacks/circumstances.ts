/** Whether this is the long form of the tests: `npm run test:attacks`. */
export const isLong = process.env.ATTACKS === 'long'

/** Returns the first number for `npm test`, the second for `npm run test:attacks`. */
export const times = (few: number, many: number): number => (isLong ? many : few)

/** Duration of each attack, visits per second during it, and number of stored leads. */
export const circumstances = {
  seconds: times(0.5, 8),
  visitors: { pages: times(16, 20), forms: times(8, 5), images: times(5, 4) },
  leads: times(1_000, 100_000),
}
