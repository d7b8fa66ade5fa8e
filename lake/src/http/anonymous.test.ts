import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAssets } from '../assets/index.ts'
import { Dataset } from '../dataset/dataset.ts'
import { createLogin } from '../login/login.ts'
import { NAMES, TOKEN } from '../testing/names.ts'
import { UserStore } from '../users/user-store.ts'
import { createHandler } from './handler.ts'

/** What answers to everyone; everything else shall be for those alone who are admitted. */
const OPEN = [
  'GET data/query/production',
  'POST data/query/production',
  'GET data/live/events/production',
  'GET ping',
  'GET data/ping/production',
  'GET check/cors',
  'POST auth/login',
  'POST auth/logout',
  'GET auth/sign-in',
]

const directory = mkdtempSync(join(tmpdir(), 'lake-anonymous-'))
const documents = new Dataset({ directory, ...NAMES })
const users = new UserStore(directory)
const assets = createAssets({ directory: join(directory, 'assets'), ...NAMES, documents })
const login = createLogin(directory, { password: 'a password for tests only' }, users)
const handler = createHandler({
  dataset: documents,
  assets,
  users,
  login,
  projectId: NAMES.projectId,
  name: NAMES.dataset,
  token: TOKEN,
  log: undefined,
})
const server = createServer((request, response) =>
  handler.handle(request, response, () => response.writeHead(404).end()),
)
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
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await assets.close()
  documents.close()
  users.close()
  rmSync(directory, { recursive: true })
})

const everyRoute = handler.routes.flatMap(({ methods, path }) =>
  methods.map((method) => `${method} ${path}`),
)

it('knows which endpoints there are', () => {
  expect(everyRoute).toEqual(expect.arrayContaining(OPEN))
  expect(everyRoute.length).toBeGreaterThan(OPEN.length + 20)
})

it.each(everyRoute.filter((route) => !OPEN.includes(route)))(
  'answers nothing to who is unknown: %s',
  async (route) => {
    const [method = '', path = ''] = route.split(' ')
    const at = `${origin}/v2025-02-19/${path.replaceAll('*', 'a')}?query=*`
    for (const cookie of ['', 'lake_session=a.9999999999999.b']) {
      for (const one of method === 'GET' ? ['GET', 'HEAD'] : [method]) {
        const body = one === 'GET' || one === 'HEAD' ? {} : { body: '{}' }
        const response = await fetch(at, { method: one, headers: { cookie }, ...body })
        expect(response.status).toBe(401)
        expect(await response.text()).not.toMatch(/secret|drafted|inner/)
      }
    }
    expect(documents.size).toBe(3)
  },
)

it('shows who is unknown what is published, in every perspective that may be asked for', async () => {
  for (const perspective of ['', 'published', 'drafts', 'raw', 'previewDrafts', 'r1,drafts']) {
    const query = new URLSearchParams({ query: '*', ...(perspective && { perspective }) })
    for (const version of ['v2025-02-19', 'v1', 'vX']) {
      const response = await fetch(`${origin}/${version}/data/query/production?${query}`)
      expect(await response.text()).not.toMatch(/drafted|inner/)
    }
  }
})
