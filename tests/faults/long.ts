/** Whether the long form is wanted: `npm run test:faults`. */
const long = process.env.FAULTS === 'long'

/** Which form of it: the one for `npm test`, or the one for `npm run test:faults`. */
export const times = <Form>(few: Form, many: Form): Form => (long ? many : few)
