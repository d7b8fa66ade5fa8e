import { cleanEmail } from 'halvi-leads'
import * as contract from 'halvi-leads/contract'
import { endpoint } from '../endpoint.ts'
import { found, invalidValue } from '../problem.ts'

const types = {
  csv: 'text/csv; charset=utf-8',
  'raw-csv': 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Endpoints for erasure and exports of personal data. */
export const personalDataEndpoints = [
  endpoint(
    'POST /leads/erase',
    'Erases all leads with an email address and everything stored about it',
    {
      permission: 'leads:erase',
      needsRecentSignIn: () => true,
      body: contract.erasure,
      response: contract.erased,
      async handle({ by, body, leads }) {
        const email = readAddress(body.email).toLowerCase()
        if (email !== cleanEmail(body.confirm).toLowerCase()) {
          throw invalidValue('confirm', 'The two addresses do not match')
        }
        return leads.staff.erase(email, by, body.mentions)
      },
    },
  ),
  endpoint(
    'POST /leads/mentions',
    'Finds mentions of an email address in fields and notes of other leads, and in saved views',
    {
      permission: 'leads:erase',
      body: contract.addressQuery,
      response: contract.mentions,
      handle: async ({ by, body, leads }) => leads.staff.mentions(readAddress(body.email), by),
    },
  ),
  endpoint('POST /leads/about', 'Returns everything stored about an email address, as a file', {
    permission: 'leads:export',
    body: contract.addressQuery,
    file: 'application/json',
    handle: async ({ by, body, leads }) => ({
      name: 'about-address.json',
      content: await leads.staff.aboutAddress(readAddress(body.email), by),
    }),
  }),
  endpoint(
    'POST /exports',
    'Returns the URL of an export of the leads that match a filter, valid once and for a minute',
    {
      permission: 'leads:export',
      // A filter without ids may match all leads.
      needsRecentSignIn: (body) =>
        !(body as { filter?: { ids?: unknown[] } } | null)?.filter?.ids?.length,
      body: contract.exportRequest,
      response: contract.exportTicket,
      async handle({ by: { id, name }, body, leads }) {
        const ticket = await leads.staff.createTicket({ ...body, by: { id, name } })
        return { url: `/staff/v1/exports/${ticket}` }
      },
    },
  ),
  endpoint('GET /exports/:ticket', 'Downloads an export; the ticket identifies the staff member', {
    permission: 'ticket',
    file: types.csv,
    async handle({ by, id, leads }) {
      const expired = 'This export was already downloaded or has expired. Please export again'
      const { format, stream, ended } = found(await leads.staff.export(id, by), expired)
      const name = `leads-${new Date().toISOString().slice(0, 10)}.${format.replace('raw-', '')}`
      return { name, type: types[format], content: stream, ended }
    },
  }),
]

/**
 * Returns an email address as it is stored.
 *
 * @throws ProblemError 400 for a text that is not an email address
 */
function readAddress(text: string): string {
  const email = cleanEmail(text)
  if (!/[^@]@[^@]/.test(email)) throw invalidValue('email', 'This is not an email address')
  return email
}
