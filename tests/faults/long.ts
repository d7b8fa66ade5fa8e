/** Whether the long form is wanted: `npm run test:faults`. */
const long = process.env.FAULTS === 'long'

/** How much of it: few for `npm test`, many for `npm run test:faults`. */
export const times = (few: number, many: number): number => (long ? many : few)
