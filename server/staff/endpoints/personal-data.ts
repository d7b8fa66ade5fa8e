import { cleanEmail } from 'halvi-leads/clean-text'
import * as contract from 'halvi-leads/contract'
import { endpoint } from '../endpoint.ts'
import { found, wrongValue } from '../problem.ts'

const types = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** The rights of people over their data, for how long it is kept, and leads as files. */
export const personalDataEndpoints = [
  endpoint(
    'POST /leads/erase',
    'Empties every lead with an address, and everything that is known by it',
    {
      permission: 'leads:erase',
      needsRecentSignIn: () => true,
      body: contract.erasure,
      answer: contract.erased,
      async handle({ by, body, leads }) {
        const email = readAddress(body.email).toLowerCase()
        if (email !== cleanEmail(body.confirm).toLowerCase()) {
          throw wrongValue('confirm', 'The address was not typed again')
        }
        return leads.staff.erase(email, by, body.mentions)
      },
    },
  ),
  endpoint(
    'POST /leads/mentions',
    'Where else an address stands: in fields and notes of other leads, and in saved views',
    {
      permission: 'leads:erase',
      body: contract.addressQuery,
      answer: contract.mentions,
      handle: async ({ by, body, leads }) => leads.staff.mentions(readAddress(body.email), by),
    },
  ),
  endpoint('POST /leads/about', 'Everything that is kept about an address, as a file', {
    permission: 'leads:export',
    body: contract.addressQuery,
    file: 'application/json',
    handle: async ({ by, body, leads }) => ({
      name: 'about-address.json',
      content: await leads.staff.aboutAddress(readAddress(body.email), by),
    }),
  }),
  endpoint('GET /retention', 'For how many days the leads of each form are kept', {
    permission: 'leads:read',
    answer: contract.retention,
    handle: ({ leads }) => leads.staff.retention(),
  }),
  endpoint(
    'PUT /retention',
    'Sets for how many days the leads of forms are kept; older ones are erased',
    {
      permission: 'retention:change',
      body: contract.retention,
      answer: contract.retention,
      handle: ({ by, body, leads }) => leads.staff.setRetention(body, by),
    },
  ),
  endpoint(
    'POST /exports',
    'Where a file of the leads that a filter finds is fetched, once and within a minute',
    {
      permission: 'leads:export',
      // A filter can find all of them: those that are named one by one can't.
      needsRecentSignIn: (body) =>
        !(body as { filter?: { ids?: unknown[] } } | null)?.filter?.ids?.length,
      body: contract.exportRequest,
      answer: contract.exportTicket,
      async handle({ by: { id, name }, body, leads }) {
        const ticket = await leads.staff.makeTicket({ ...body, by: { id, name } })
        return { url: `/staff/v1/exports/${ticket}` }
      },
    },
  ),
  endpoint('GET /exports/:ticket', 'The file that was asked for; the ticket tells who did', {
    permission: 'ticket',
    file: types.csv,
    problems: { 404: 'There is no such ticket, any more.' },
    async handle({ by, id, leads }) {
      const gone = 'This was fetched already, or was not asked for in the last minute'
      const { format, stream, ended } = found(await leads.staff.export(id, by), gone)
      const name = `leads-${new Date().toISOString().slice(0, 10)}.${format}`
      return { name, type: types[format], content: stream, ended }
    },
  }),
]

/** Returns an address as it is stored. @throws ProblemError 400 for a text without a name or a domain */
function readAddress(text: string): string {
  const email = cleanEmail(text)
  if (!/[^@]@[^@]/.test(email)) throw wrongValue('email', 'This is not an email address')
  return email
}
