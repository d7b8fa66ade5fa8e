import { afterAll, expect, it } from 'vitest'
import { ENDPOINTS } from '../testing/endpoints.ts'
import { serveParts } from '../testing/handler-fixture.ts'
import { READER } from '../testing/names.ts'

const every = Object.entries(ENDPOINTS)
const named = (rows: typeof every) => rows.map(([endpoint]) => endpoint)

/** Endpoints that the reader may use, and everyone where content is public. */
const PUBLIC = named(every.filter(([, row]) => row.stranger === 401 && row.reader === 'in'))

/** Endpoints that everyone may use. All others require authentication. */
const OPEN = named(every.filter(([, row]) => row.stranger === 'in'))

const [hidden, open] = [await serveParts(), await serveParts({ publicContent: true })]
for (const { dataset } of [hidden, open]) {
  dataset.transact(
    [
      { create: { _id: 'a', _type: 'note', secret: 'published' } },
      { create: { _id: 'drafts.a', _type: 'note', secret: 'drafted' } },
      { create: { _id: 'inner.a', _type: 'note', secret: 'inner' } },
    ],
    { author: 'me' },
  )
}
afterAll(async () => {
  for (const lake of [hidden, open]) await lake[Symbol.asyncDispose]()
})

const everyRoute = hidden.routes
const reader = { authorization: `Bearer ${READER}` }

it('has a table of all endpoints', () => {
  expect(everyRoute).toEqual(expect.arrayContaining(OPEN))
  expect(everyRoute.length).toBeGreaterThan(OPEN.length + 20)
})

const closed = everyRoute.filter((route) => !OPEN.includes(route))

it.each(closed)('requires authentication for an anonymous client: %s', (route) =>
  answersNothing(hidden, route, [
    {},
    { cookie: 'lake_session=a.9999999999999.b' },
    { cookie: `lake_session=${'a'.repeat(43)}` },
  ]),
)

it.each(closed.filter((route) => !PUBLIC.includes(route)))(
  'requires authentication for the reader, and where content is public: %s',
  async (route) => {
    await answersNothing(hidden, route, [reader])
    await answersNothing(open, route, [{}, reader])
  },
)

async function answersNothing(
  { origin, dataset }: typeof hidden,
  route: string,
  callers: Record<string, string>[],
) {
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
  expect(dataset.size).toBe(3)
}

it.each([
  ['an anonymous client, where content is public', open, {}],
  ['the reader', hidden, reader],
])('shows only published content, in every perspective: %s', async (_, { origin }, headers) => {
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
