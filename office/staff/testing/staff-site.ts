import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import type { LeadsOfficeOptions } from 'halvi-leads/office'
import type { Role } from 'halvi-leads/permissions'
import { officeHeaders } from 'halvi-site/office-protocol'
import { openLake } from 'local-content-lake'
import { pino } from 'pino'
import { openLeads, type TestedLeads } from '../../../packages/leads/testing/open-leads.ts'
import { testForms } from '../../../packages/leads/testing/test-forms.ts'
import { clientOf, originVerdict } from '../../../server/connections/client.ts'
import { roles } from '../../accounts/roles.ts'
import { embeddedStaff } from '../embedded-staff.ts'
import { allEndpoints } from '../endpoints.ts'
import { staffApi } from '../router.ts'

/** The staff API for tests, with leads and a lake in this process. */
export interface StaffSite {
  url: string
  dataDir: string
  leads: TestedLeads
  /** The limits by which requests were rejected. */
  rejected: string[]
  /** Log lines of level `error` and higher. */
  errors: string[]
  /** Creates a person and signs them in. Resolves to the cookie. The default role is administrator. */
  signIn(role?: Role): Promise<string>
  /** Signs out the session of a cookie. */
  signOut(cookie: string): Promise<void>
  /** Removes the person of a cookie, as the first administrator. */
  remove(cookie: string): Promise<void>
  close(): Promise<void>
}

const password = 'a password of the tests'
const siteUrl = 'https://halvi.test'

/** Starts the API on a free port. */
export async function startStaffSite(
  options: Partial<LeadsOfficeOptions> = {},
): Promise<StaffSite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'staff-'))
  const errors: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => errors.push(line) })
  const lake = await openLake({
    directory: join(dataDir, 'lake'),
    projectId: 'halvi',
    dataset: 'production',
    token: 'a-token',
    // The normal cost would take most of the time of the tests.
    login: { password, roles, passwordCost: { N: 1024, r: 8, p: 1 } },
  })
  const staff = embeddedStaff(lake)
  const leads = await openLeads({
    dataDir,
    forms: testForms,
    rateLimit: 'off',
    log,
    nameOf: staff.nameOf,
    ...options,
  })
  const rejected: string[] = []
  let people = 0
  /** The cookie of the first administrator. */
  let first = ''
  const app = express()
  // What the site adds to each request.
  app.use((request, _response, next) => {
    const client = clientOf(request, 0, siteUrl)
    request.headers[officeHeaders.origin] = originVerdict(request, client, siteUrl)
    request.headers['x-forwarded-host'] = client.host
    next()
  })
  app.use(
    '/staff/v1',
    staffApi({
      endpoints: allEndpoints,
      leads,
      staff,
      countRejection: (limit) => rejected.push(limit),
      log,
    }),
  )
  app.use((request, response, next) => lake.handle(request, response, next))
  const server = app.listen(0, '127.0.0.1')
  // On a slow machine, the default could close a connection just as it is reused.
  server.keepAliveTimeout = 60_000
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const post = (path: string, body: object, cookie = '') =>
    fetch(`${url}/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, cookie },
      body: JSON.stringify(body),
    })
  return {
    url,
    dataDir,
    leads,
    rejected,
    errors,
    async signIn(role = 'administrator') {
      const email = `${role}-${++people}@example.com`
      const name = `The ${role}`
      const cookieOf = (response: Response) =>
        response.headers.get('set-cookie')?.split(';')[0] ?? ''
      if (lake.needsSetup) {
        const administrator = { name: 'The administrator', email: 'first@example.com', password }
        const token = lake.setupToken()
        first = cookieOf(await post('auth/setup', { token, ...administrator }))
        if (role === 'administrator') return first
      }
      const invitation = await post('people/invitations', { email, roles: [role] }, first)
      const { token } = (await invitation.json()) as { token: string }
      return cookieOf(await post('auth/invitation/accept', { token, name, password }))
    },
    async signOut(cookie) {
      await post('auth/logout', {}, cookie)
    },
    async remove(cookie) {
      const me = await fetch(`${url}/staff/v1/me`, { headers: { cookie } })
      const { id } = (await me.json()) as { id: string }
      await post(`people/${id}/remove`, {}, first)
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await leads.close()
      await lake.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
