import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAssets } from '../assets/index.ts'
import { Dataset } from '../dataset/dataset.ts'
import { createEmbeddedHandler } from '../embedded-handler.ts'
import { createLogin } from '../login/login.ts'
import { ENDPOINTS } from '../testing/endpoints.ts'
import { NAMES, READER, TOKEN } from '../testing/names.ts'
import { Accounts } from '../users/accounts.ts'
import { UserStore } from '../users/user-store.ts'

const every = Object.entries(ENDPOINTS)
const named = (rows: typeof every) => rows.map(([endpoint]) => endpoint)

/** Endpoints that the reader may use, and everyone where content is public. */
const PUBLIC = named(every.filter(([, row]) => row.stranger === 401 && row.reader === 'in'))

/** Endpoints that everyone may use. All others require authentication. */
const OPEN = named(every.filter(([, row]) => row.stranger === 'in'))

const directory = mkdtempSync(join(tmpdir(), 'lake-anonymous-'))
const documents = new Dataset({ directory, ...NAMES })
const users = new UserStore(directory)
const assets = createAssets({ directory: join(directory, 'assets'), ...NAMES, documents })
const accounts = new Accounts({ store: users })
const login = createLogin({ password: 'a password for tests only' }, accounts)
const options = {
  dataset: documents,
  assets,
  accounts,
  login,
  projectId: NAMES.projectId,
  name: NAMES.dataset,
  token: TOKEN,
  readerToken: READER,
  log: undefined,
}
const handler = createEmbeddedHandler(options)
const publicHandler = createEmbeddedHandler({ ...options, publicContent: true })
const server = createServer(({ headers }, response) => {
  const { handle } = headers['x-lake'] === 'public' ? publicHandler : handler
  handle(response.req, response, () => response.writeHead(404).end('not the lake'))
})
let origin: string

beforeAll(async () => {
  documents.transact(
    [
      { create: { _id: 'a', _type: 'note', secret: 'published' } },
      { create: { _id: 'drafts.a', _type: 'note', secret: 'drafted' } },
      { create: { _id: 'inner.a', _type: 'note', secret: 'inner' } },
    ],
    { author: 'me' },
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  handler.close()
  publicHandler.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  assets.close()
  documents.close()
  users.close()
  rmSync(directory, { recursive: true })
})

const everyRoute = handler
  .allRoutes()
  .flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`))

it('has a table of all endpoints', () => {
  expect(everyRoute).toEqual(expect.arrayContaining(OPEN))
  expect(everyRoute.length).toBeGreaterThan(OPEN.length + 20)
})

const closed = everyRoute.filter((route) => !OPEN.includes(route))

it.each(closed)('requires authentication for an anonymous client: %s', (route) =>
  answersNothing(route, [
    {},
    { cookie: 'lake_session=a.9999999999999.b' },
    { cookie: `lake_session=${'a'.repeat(43)}` },
  ]),
)

it.each(closed.filter((route) => !PUBLIC.includes(route)))(
  'requires authentication for the reader, and where content is public: %s',
  (route) =>
    answersNothing(route, [
      { 'x-lake': 'public' },
      { authorization: `Bearer ${READER}` },
      { authorization: `Bearer ${READER}`, 'x-lake': 'public' },
    ]),
)

async function answersNothing(route: string, callers: Record<string, string>[]) {
  const [method = '', path = ''] = route.split(' ')
  const at = `${origin}/v2025-02-19/${path.replaceAll('*', 'a')}?query=*`
  for (const headers of callers) {
    for (const one of method === 'GET' ? ['GET', 'HEAD'] : [method]) {
      const body = one === 'GET' || one === 'HEAD' ? {} : { body: '{}' }
      const response = await fetch(at, { method: one, headers, ...body })
      expect(response.status).toBe(401)
      expect(await response.text()).not.toMatch(/secret|drafted|inner/)
    }
  }
  expect(documents.size).toBe(3)
}

it.each([
  ['an anonymous client, where content is public', { 'x-lake': 'public' }],
  ['the reader', { authorization: `Bearer ${READER}` }],
])('shows only published content, in every perspective: %s', async (_, headers) => {
  for (const perspective of ['', 'published', 'drafts', 'raw', 'previewDrafts', 'r1,drafts']) {
    const query = new URLSearchParams({ query: '*', ...(perspective && { perspective }) })
    for (const version of ['v2025-02-19', 'v2025-02-18', 'v2021-03-25', 'v1', 'vX']) {
      const at = `${origin}/${version}/data/query/production?${query}`
      for (const init of [{}, { method: 'POST', body: '{"query":"*"}' }]) {
        const text = await (await fetch(at, { headers, ...init })).text()
        expect(text).not.toMatch(/drafted|inner/)
        const isAnswered = perspective === '' || perspective === 'published'
        expect(text.includes('"secret":"published"')).toBe(isAnswered)
      }
    }
  }
  const live = `${origin}/v2025-02-19/data/live/events/production`
  const stream = await fetch(live, { headers })
  expect(stream.status).toBe(200)
  await stream.body?.cancel()
  expect((await fetch(`${live}?includeDrafts=true`, { headers })).status).toBe(401)
})
