/** Whether this is the long form of the tests: `npm run test:faults`. */
const long = process.env.FAULTS === 'long'

/** Returns the first value for `npm test`, the second for `npm run test:faults`. */
export const times = <Form>(few: Form, many: Form): Form => (long ? many : few)
