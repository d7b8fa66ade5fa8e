import type { SanityClient } from '@sanity/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorOf, type LakeFixture, PUBLIC, READER, startLake } from '../testing/lake-fixture.ts'

const DOCUMENTS = 5000
let fixture: LakeFixture
let visitor: SanityClient

beforeAll(async () => {
  fixture = await startLake(PUBLIC)
  visitor = fixture.visitor()
  const documents = Array.from({ length: DOCUMENTS }, (_, n) => ({
    create: {
      _id: `post-${n}`,
      _type: 'post',
      n,
      title: `${'aaaaaaaaaa'.repeat(4)} ${n}`,
      body: [{ _type: 'block', children: [{ _type: 'span', text: 'words '.repeat(20) }] }],
    },
  }))
  fixture.lake.dataset.transact(documents, { author: 'test' })
})
afterAll(() => fixture.close())

let networks = 0
/** Returns a client of a new network. A network whose query killed the process is rejected for a while. */
const newClient = () => fixture.visitor({ headers: { 'x-address': `10.0.0.${++networks}` } })

/** Returns a client with the reader's token, as the embedding server queries its own lake. */
const own = () => fixture.visitor({ token: READER, ignoreBrowserTokenWarning: true })

const nested = (depth: number, layer: (inner: string) => string, core: string) =>
  Array.from({ length: depth }).reduce<string>(layer, core)

const HOSTILE: Record<string, string> = {
  'a join of everything with everything': 'count(*[count(*[n > ^.n]) > 0])',
  'joins within joins': nested(9, (inner) => `*[0..9]{"x": ${inner}}`, '1'),
  'references to results of the query': 'count(*[references(*[references(*[n > 0]._id)]._id)])',
  'words that match in exponentially many ways': `count(*[title match "${'*a'.repeat(30)}*b"])`,
  'the text of the same blocks many times': `count(*{"x": *[].body}{"y": pt::text(x[])})`,
  'comparisons of everything with everything':
    'count(*[count(*[diff::changedAny(@, ^, anywhere(n > 0))]) > 0])',
  'lists that double': `*[]{"x": [1, 2]}${'{"x": [...x, ...x]}'.repeat(40)}`,
  'lists of lists that double': `*[]{"x": [1, 2]}${'{"x": [x, x]}'.repeat(40)}`,
  'strings that double': `{"x": "ab"}${'{"x": x + "" + x}'.repeat(40)}`,
  'a function that calls itself': 'fn a::f($x) = $x{"a": a::f(@)}; a::f(*)',
  'functions that grow exponentially': `fn a::f0($x) = $x{"a": 1};${Array.from(
    { length: 30 },
    (_, n) => `fn a::f${n + 1}($x) = $x{"a": a::f${n}(a), "b": a::f${n}(b)};`,
  ).join('')} a::f30(*)`,
  'strings made of strings': 'count(*{"x": string::split(array::join(*[].title, " "), "")}.x[])',
}

describe('a query that would run for very long', () => {
  it.each(Object.entries(HOSTILE))('fails with an error: %s', async (_name, query) => {
    const hostile = errorOf(newClient().fetch(query))
    const small = Promise.all([1, 2, 3].map((n) => visitor.fetch(`*[_id == "post-${n}"][0].n`)))
    expect(await small).toEqual([1, 2, 3])
    expect(await hostile).toMatchObject({
      statusCode: 400,
      // Either the timeout or the memory limit ends the query.
      details: { type: expect.stringMatching(/^query(Timeout|Parse)?Error$/) },
    })
    expect(await visitor.fetch('count(*)')).toBe(DOCUMENTS)
  })

  it('fails while it is parsed', async () => {
    const query = `${'['.repeat(7900)}${']'.repeat(7900)}`
    const { statusCode, details } = await errorOf(newClient().fetch(query))
    expect(statusCode).toBe(400)
    expect(details).toMatchObject({ type: expect.stringMatching(/^query\w+Error$/) })
    expect(await visitor.fetch('count(*)')).toBe(DOCUMENTS)
  })

  it('fails if its result would be too large', async () => {
    expect(await errorOf(newClient().fetch('*[0..500]{"x": *[0..500]{"y": body}}'))).toMatchObject({
      statusCode: 400,
      details: { type: expect.stringMatching(/^query(Timeout)?Error$/) },
    })
  })

  it('does not change the documents, wherever it was stopped', async () => {
    const query = '* | order(count(*[title > ^.title])) [0]'
    const before = await visitor.fetch('*[_id in ["post-1", "post-2", "post-4999"]]')
    await errorOf(newClient().fetch(query))
    expect(await visitor.fetch('*[_id in ["post-1", "post-2", "post-4999"]]')).toEqual(before)
  })

  it.each([
    ['many times', newClient, Array(4).fill('* | order(count(*[title > ^.title])) [0]')],
    ['by the embedding server', own, ['count(*[count(*[n > ^.n]) > 0])']],
  ])('does not block other clients when it is sent %s', async (_, clientOf, queries) => {
    const client = clientOf()
    const end = new AbortController()
    let ended = 0
    const hostile = queries.map((query) =>
      client.fetch(query, {}, { signal: end.signal }).finally(() => ended++),
    )
    expect(await own().fetch('count(*[_id in ["post-1", "post-2"]])')).toBe(2)
    expect(ended).toBeLessThan(queries.length)
    end.abort()
    expect(await Promise.allSettled(hostile)).toMatchObject(
      queries.map(() => ({ status: 'rejected' })),
    )
  })
})
