import { honeypotField } from 'halvi-leads/forms/action-data'
import { application } from '../../faults/visitors.ts'
import type { Attack, Report } from '../attack.ts'
import { overConnections } from '../connections.ts'
import { postForm } from '../request.ts'
import { steadily } from '../steadily.ts'

const flood = (perSecond: number, fields: (n: number) => Record<string, string>) =>
  overConnections((connections) =>
    steadily(perSecond, (n) => connections.send(postForm('/waitlist', fields(n)))),
  )

/** Returns a message if more than 30 forms are accepted, because the site runs with `RATE_LIMIT=30/10m`. */
const beyondTheLimit = ({ responses: { 303: accepted = 0 } }: Report) =>
  accepted > 30 ? `${accepted} forms from one address were accepted` : undefined

export const validForms: Attack = {
  name: 'valid waitlist applications',
  rate: '100 forms/s',
  start: flood(100, () => application()),
  wrong: beyondTheLimit,
}

export const invalidForms: Attack = {
  name: 'invalid waitlist applications',
  rate: '100 forms/s',
  isAmongWorst: true,
  start: flood(100, (n) => ({ email: `${n}`, interests: 'x'.repeat(2_000) })),
}

export const honeypotForms: Attack = {
  name: 'applications with the honeypot field filled',
  rate: '100 forms/s',
  start: flood(100, () => ({ ...application(), [honeypotField]: 'https://spam.example' })),
  wrong: beyondTheLimit,
}

/** Each of the 60 addresses has a separate limit, so that many forms are accepted. */
export const formsFromMany: Attack = {
  name: 'valid waitlist applications from 60 addresses',
  rate: '100 forms/s',
  addresses: 60,
  start: flood(100, () => application()),
}
