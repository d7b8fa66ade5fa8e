import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import type { Role } from 'halvi-leads/permissions'
import { readSettings } from 'halvi-site/settings/settings'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Callers,
  ENDPOINTS,
  type Row,
  responsesOf,
  sameForAll,
} from '../../packages/content-lake/src/testing/endpoints.ts'
import { NAMES } from '../../packages/content-lake/src/testing/names.ts'
import { signIn } from '../../packages/content-lake/src/testing/people.ts'
import { strangersOf } from '../../packages/content-lake/src/testing/strangers.ts'
import { type EmbeddedLake, openEmbeddedLake } from '../lake/embedded-lake.ts'
import { roles } from './roles.ts'

/** The column of the lake's table that applies to each role of this site. */
const columns: Record<Role, keyof Row> = {
  administrator: 'administrator',
  editor: 'editor',
  author: 'author',
  leads: 'viewer',
  viewer: 'viewer',
}

/** An endpoint of each row of the lake's table, which the lake's own tests check in full. */
const endpoints = new Map(Object.entries(ENDPOINTS).map(([name, row]) => [row, name]))

describe.each(['private', 'public'])('the content API of this site, %s', (api) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'roles-'))
  let lake: EmbeddedLake
  let server: Server
  let origin: string
  const site = () => ({
    directory: join(dataDir, 'lake'),
    origin,
    request: (path: string, init?: RequestInit) => fetch(origin + path, init),
  })

  beforeAll(async () => {
    lake = await openEmbeddedLake(
      readSettings({ DATA_DIR: dataDir, CONTENT_API: api }),
      { readerToken: 'a reader', siteUrl: 'http://localhost' },
      { countRejection: () => {} },
      pino({ level: 'silent' }),
    )
    const app = express()
    app.use((request, response, next) => {
      // What the site adds to each request.
      request.headers['x-forwarded-host'] = request.headers.host
      lake.handle(request, response, next)
    })
    server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await lake.close()
    rmSync(dataDir, { recursive: true })
  })

  it('responds to strangers as its setting says, and to staff by their role', async () => {
    const strangers = await strangersOf(site())
    const staff: Callers = {}
    for (const { name } of roles) staff[name] = (await signIn(site(), { role: name })).headers
    for (const [row, name] of endpoints) {
      const endpoint = name.replace(NAMES.projectId, 'halvi')
      expect(await responsesOf(origin, endpoint, strangers), endpoint).toEqual(
        sameForAll(strangers, api === 'public' ? row.reader : row.stranger),
      )
      expect(await responsesOf(origin, endpoint, staff), endpoint).toEqual(
        Object.fromEntries(Object.entries(columns).map(([role, column]) => [role, row[column]])),
      )
    }
  })
})
