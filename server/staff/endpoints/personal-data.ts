import { cleanEmail } from 'halvi-leads/clean-text'
import { addressQuery, erased, erasure, mentions, retention } from 'halvi-leads/contract'
import { UnknownFormError } from 'halvi-leads/errors'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { ProblemError } from '../problem.ts'

/** What a person may have done with their data, and for how long it is kept. */
export const personalDataEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: '/leads/erase',
    summary: 'Empties every lead with an address, and everything that is known by it',
    permission: 'leads:erase',
    needsRecentSignIn: () => true,
    body: erasure,
    answer: erased,
    handle({ by, body, context: { leads } }) {
      const email = readAddress(body.email).toLowerCase()
      if (email !== cleanEmail(body.confirm).toLowerCase())
        throw wrong('confirm', 'The address was not typed again')
      return leads.staff.erase(email, by, body.mentions)
    },
  }),
  endpoint({
    method: 'POST',
    path: '/leads/mentions',
    summary: 'Where else an address stands: in fields and notes of other leads, and in saved views',
    permission: 'leads:erase',
    body: addressQuery,
    answer: mentions,
    handle({ by, body, context: { leads } }) {
      return leads.staff.mentions(readAddress(body.email), by)
    },
  }),
  endpoint({
    method: 'POST',
    path: '/leads/about',
    summary: 'Everything that is kept about an address, as a file',
    permission: 'leads:export',
    body: addressQuery,
    file: 'application/json',
    async handle({ by, body, context: { leads } }) {
      const email = readAddress(body.email)
      return { name: 'about-address.json', content: await leads.staff.aboutAddress(email, by) }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/retention',
    summary: 'For how many days the leads of each form are kept',
    permission: 'leads:read',
    answer: retention,
    handle: ({ context: { leads } }) => leads.staff.retention(),
  }),
  endpoint({
    method: 'PUT',
    path: '/retention',
    summary: 'Sets for how many days the leads of forms are kept; older ones are erased',
    permission: 'retention:change',
    body: retention,
    answer: retention,
    handle: ({ by, body, context: { leads } }) =>
      leads.staff.setRetention(body, by).catch((error: unknown) => {
        throw error instanceof UnknownFormError ? wrong('forms', error.message) : error
      }),
  }),
]

/** Returns an address as it is stored. Throws a `ProblemError` 400 for a text without a name or a domain. */
function readAddress(text: string): string {
  const email = cleanEmail(text)
  if (!/[^@]@[^@]/.test(email)) throw wrong('email', 'This is not an email address')
  return email
}

function wrong(path: string, message: string): ProblemError {
  return new ProblemError(400, message, { issues: [{ path, message }] })
}
