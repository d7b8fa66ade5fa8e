import { honeypotField } from 'halvi-leads/forms/action-data'
import { application } from '../../faults/visitors.ts'
import type { Attack, Report } from '../attack.ts'
import { overConnections } from '../connections.ts'
import { postForm } from '../request.ts'
import { steadily } from '../steadily.ts'

const flood = (perSecond: number, fields: (n: number) => Record<string, string>) =>
  overConnections((connections) =>
    steadily(perSecond, (n) => connections.ask(postForm('/waitlist', fields(n)))),
  )

/** The site is started with `30/10m`. */
const beyondTheLimit = ({ answers: { 303: accepted = 0 } }: Report) =>
  accepted > 30 ? `${accepted} forms of one address were taken` : undefined

export const rightForms: Attack = {
  name: 'floods the waitlist with applications that are right',
  rate: '100 forms/s',
  start: flood(100, () => application()),
  wrong: beyondTheLimit,
}

export const wrongForms: Attack = {
  name: 'floods the waitlist with applications that are wrong',
  rate: '100 forms/s',
  isOfTheWorst: true,
  start: flood(100, (n) => ({ email: `${n}`, interests: 'x'.repeat(2_000) })),
}

export const trappedForms: Attack = {
  name: 'fills the field that people do not see',
  rate: '100 forms/s',
  start: flood(100, () => ({ ...application(), [honeypotField]: 'https://spam.example' })),
  wrong: beyondTheLimit,
}

/** Each of 60 addresses has a limit of its own. */
export const formsOfMany: Attack = {
  name: 'floods the waitlist with right applications from 60 addresses',
  rate: '100 forms/s',
  addresses: 60,
  start: flood(100, () => application()),
}
