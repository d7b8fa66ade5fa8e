import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import type { Role } from 'halvi-leads/permissions'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Callers,
  ENDPOINTS,
  fromOtherOrigin,
  type Row,
  responsesOf,
  sameForAll,
} from '../packages/content-lake/src/testing/endpoints.ts'
import { NAMES } from '../packages/content-lake/src/testing/names.ts'
import { signIn } from '../packages/content-lake/src/testing/people.ts'
import { strangersOf } from '../packages/content-lake/src/testing/strangers.ts'
import { roles } from './roles.ts'
import { readSettings } from './settings/settings.ts'
import { type EmbeddedLake, openEmbeddedLake } from './start/embedded-lake.ts'

/** The column of the lake's table that applies to each role of this site. */
const columns: Record<Role, keyof Row> = {
  administrator: 'administrator',
  editor: 'editor',
  author: 'author',
  leads: 'viewer',
  viewer: 'viewer',
}

/** The lake's table, with the endpoints of this site's project. */
const rows = Object.entries(ENDPOINTS).map(
  ([endpoint, row]) => [endpoint.replace(NAMES.projectId, 'halvi'), row] as const,
)

describe.each(['private', 'public'])('the content API of this site, %s', (api) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'roles-'))
  let lake: EmbeddedLake
  let server: Server
  let origin: string
  let strangers: Callers
  let staff: Callers

  const site = () => ({
    directory: join(dataDir, 'lake'),
    origin,
    request: (path: string, init?: RequestInit) => fetch(origin + path, init),
  })
  async function signStaffIn() {
    staff = {}
    for (const { name } of roles) staff[name] = (await signIn(site(), { role: name })).headers
  }

  beforeAll(async () => {
    lake = await openEmbeddedLake(
      readSettings({ DATA_DIR: dataDir, CONTENT_API: api }),
      { countRejection: () => {} },
      pino({ level: 'silent' }),
    )
    const app = express()
    app.use((request, response, next) => lake.handle(request, response, next))
    server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await signStaffIn()
    strangers = await strangersOf(site())
  })
  afterAll(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await lake.close()
    rmSync(dataDir, { recursive: true })
  })

  it('has the roles of this site', async () => {
    const headers = staff.administrator ?? {}
    const people = await (await site().request('/v1/people', { headers })).json()
    expect(people.roles).toEqual(roles.map((role) => expect.objectContaining({ name: role.name })))
    expect(Object.keys(staff).sort()).toEqual(Object.keys(columns).sort())
  })

  it.each(rows)('rejects strangers and pages of other origins: %s', async (endpoint, row) => {
    const expected = api === 'public' ? row.reader : row.stranger
    expect(await responsesOf(origin, endpoint, strangers)).toEqual(sameForAll(strangers, expected))
    const elsewhere = await responsesOf(origin, endpoint, fromOtherOrigin(strangers))
    expect(elsewhere).toEqual(sameForAll(strangers, row.foreign ?? expected))
    const rejected = await responsesOf(origin, endpoint, fromOtherOrigin(staff))
    expect(rejected).toEqual(sameForAll(staff, 403))
  })

  it.each(rows)('responds depending on the role: %s', async (endpoint, row) => {
    const programs = {
      token: { authorization: `Bearer ${lake.token}` },
      reader: { authorization: `Bearer ${lake.readerToken}` },
    }
    const answers = await responsesOf(origin, endpoint, { ...staff, ...programs })
    const expected = Object.entries(columns).map(([role, column]) => [role, row[column]])
    const { token, reader } = row
    expect(answers).toEqual({ ...Object.fromEntries(expected), token, reader })
    if (endpoint === 'POST auth/logout') await signStaffIn()
  })
})
