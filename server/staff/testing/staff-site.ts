import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLake } from 'embedded-content-lake'
import express from 'express'
import { pino } from 'pino'
import { createLeads, type Leads, type LeadsOptions } from '../../../app/leads/leads.ts'
import { embeddedStaff } from '../embedded-staff.ts'
import { allEndpoints } from '../endpoints.ts'
import { staffApi } from '../router.ts'

/** The API over leads and a lake of their own, in this process; for tests. */
export interface StaffSite {
  url: string
  dataDir: string
  leads: Leads
  /** What was refused, by limit. */
  refused: string[]
  /** Lines of the log from `error` on. */
  errors: string[]
  /** Signs the administrator in: the cookie. */
  signIn(): Promise<string>
  close(): Promise<void>
}

const password = 'a password of the tests'

/** Opens everything and listens on a free port. */
export async function startStaffSite(options: Partial<LeadsOptions> = {}): Promise<StaffSite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'staff-'))
  const errors: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => errors.push(line) })
  const lake = await openLake({
    directory: join(dataDir, 'lake'),
    projectId: 'halvi',
    dataset: 'production',
    token: 'a-token',
    login: { password },
  })
  const staff = embeddedStaff(lake)
  const leads = await createLeads({
    dataDir,
    rateLimit: 'off',
    log,
    nameOf: staff.nameOf,
    ...options,
  })
  const refused: string[] = []
  const app = express()
  app.set('trust proxy', 0)
  app.use(
    '/staff/v1',
    staffApi({
      endpoints: allEndpoints(),
      leads,
      staff,
      siteUrl: () => 'https://halvi.test',
      refused: (limit) => refused.push(limit),
      log,
    }),
  )
  app.use((request, response, next) => lake.handle(request, response, next))
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    dataDir,
    leads,
    refused,
    errors,
    async signIn() {
      const response = await fetch(`${url}/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: url },
        body: JSON.stringify({ password }),
      })
      return response.headers.get('set-cookie')?.split(';')[0] ?? ''
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
