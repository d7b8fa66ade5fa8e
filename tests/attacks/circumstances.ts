/** Whether the long form is wanted: `npm run test:attacks`. */
export const isLong = process.env.ATTACKS === 'long'

/** How much of it: few for `npm test`, many for `npm run test:attacks`. */
export const times = (few: number, many: number): number => (isLong ? many : few)

/** For how long each attack goes on, who comes meanwhile, and how many leads there are. */
export const circumstances = {
  seconds: times(0.5, 8),
  visitors: { pages: times(16, 20), forms: times(8, 5), pictures: times(5, 4) },
  leads: times(1_000, 100_000),
}
