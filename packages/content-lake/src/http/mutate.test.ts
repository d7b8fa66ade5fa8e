import type { SanityClient } from '@sanity/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LakeFixture, startLake, TOKEN } from '../testing/lake-fixture.ts'

let fixture: LakeFixture
let client: SanityClient

beforeAll(async () => {
  fixture = await startLake()
  client = fixture.client()
})
afterAll(() => fixture.close())

const count = () => client.fetch<number>('count(*)', {}, { perspective: 'raw' })

function post(body: string | Uint8Array, headers: Record<string, string> = {}, query = '') {
  return fixture.request(`/v2025-02-19/data/mutate/production${query}`, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json', ...headers },
  })
}

describe('creating', () => {
  it('fails for an invalid document', async () => {
    const before = await count()
    const bad: unknown[] = [
      { _id: 'x', text: 'no type' },
      { _id: 'x', _type: '' },
      { _id: '.x', _type: 'note' },
      { _id: '-x', _type: 'note' },
      { _id: 'a b', _type: 'note' },
      { _id: 'x'.repeat(129), _type: 'note' },
      { _id: 'x', _type: 'note', constructor: 1 },
      { _id: 'x', _type: 'note', deep: { hasOwnProperty: true } },
      { _id: 'x', _type: 'note', _createdAt: 5 },
    ]
    for (const document of bad) {
      const answer = await post(JSON.stringify({ mutations: [{ create: document }] }))
      expect([JSON.stringify(document).slice(0, 60), answer.status]).toEqual([
        JSON.stringify(document).slice(0, 60),
        400,
      ])
      expect(await answer.json()).toMatchObject({ error: { type: 'mutationError' } })
    }
    const polluting = '{"mutations":[{"create":{"_type":"note","__proto__":{"a":1}}}]}'
    expect((await post(polluting)).status).toBe(400)
    const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const deep = `{"mutations":[{"create":{"_type":"note","a":${nested}}}]}`
    expect((await post(deep)).status).toBe(400)
    const keyed = await post(deep, {}, '?autoGenerateArrayKeys=true')
    expect([keyed.status, await keyed.json()]).toMatchObject([
      400,
      { error: { type: 'mutationError', items: [{ index: 0 }] } },
    ])
    expect(await count()).toBe(before)
  })
})

describe('patching', () => {
  it('fails for patches that cannot be applied', async () => {
    await client.create({ _id: 'firm', _type: 'note', text: 'a', list: [1] })
    const tryPatch = async (patch: object) => {
      const answer = await post(
        JSON.stringify({ mutations: [{ patch: { id: 'firm', ...patch } }] }),
      )
      return answer.status
    }
    expect(await tryPatch({ id: 'nobody', set: { a: 1 } })).toBe(409)
    expect(await tryPatch({ insert: { after: 'text[-1]', items: [1] } })).toBe(409)
    expect(await tryPatch({ set: { _type: 'other' } })).toBe(409)
    expect(await tryPatch({ unset: ['_id'] })).toBe(409)
    expect(await tryPatch({ set: { 'a!': 1 } })).toBe(400)
    expect(await tryPatch({ set: { '__proto__.polluted': 1 } })).toBe(400)
    expect(await tryPatch({ set: { "['constructor'].prototype": 1 } })).toBe(400)
    expect(await tryPatch({ set: { "['__pro\\u0074o__'].polluted": 1 } })).toBe(400)
    expect(await tryPatch({ set: { 'list[999999999]': 1 } })).toBe(200)
    expect(await tryPatch({ set: { 'list[_key=="\\"[0"][999999999]': 1 } })).toBe(200)
    expect(await tryPatch({ diffMatchPatch: { text: 'not a patch' } })).toBe(400)
    expect(await tryPatch({ inc: { n: 'one' } })).toBe(400)
    expect(await tryPatch({ insert: { items: [1] } })).toBe(400)
    expect(await tryPatch({ set: { [Array(70).fill('a').join('.')]: 1 } })).toBe(400)
    expect(await client.getDocument('firm')).toMatchObject({ text: 'a', list: [1] })
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

describe('requests', () => {
  it('must be JSON of limited size, with the right method, to an existing endpoint', async () => {
    const before = await count()
    expect((await post('{"mutations": [')).status).toBe(400)
    expect((await post('[]')).status).toBe(400)
    expect((await post('')).status).toBe(400)
    expect((await post('{"mutations": {}}')).status).toBe(400)
    expect((await post('{"mutations": [null, 1]}')).status).toBe(400)
    expect((await post('{"mutations": [{"explode": {}}]}')).status).toBe(400)
    expect((await post(new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]))).status).toBe(400)
    expect((await post('{}', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(
      415,
    )
    expect((await post('{}', { 'content-encoding': 'gzip' })).status).toBe(415)
    const large = JSON.stringify({
      mutations: [{ create: { _type: 'note', text: 'x'.repeat(5_000_000) } }],
    })
    const refused = await post(large)
    expect([refused.status, await refused.json()]).toMatchObject([
      413,
      { statusCode: 413, error: expect.any(String), message: expect.any(String) },
    ])
    const wrongMethod = await fixture.request('/v2025-02-19/data/mutate/production')
    expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
    expect((await fixture.request('/v1/data/query/other?query=*')).status).toBe(404)
    const authorization = `Bearer ${TOKEN}`
    const malformed = '/v1/data/doc/production/%ff'
    expect((await fixture.request(malformed, { headers: { authorization } })).status).toBe(400)
    for (const path of ['/vendors', '/v1/no/such/thing']) {
      expect(await (await fixture.request(path)).text()).toBe('not the lake')
    }
    expect((await fixture.request('/v1/ping', { method: 'HEAD' })).status).toBe(200)
    expect((await fixture.request('/v1/ping', { method: 'OPTIONS' })).status).toBe(204)
    expect(await count()).toBe(before)
  })

  it('are cut off if they send too large a stream of unknown length', async () => {
    const chunk = new Uint8Array(256 * 1024)
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(chunk) })
    const init = { duplex: 'half' } as RequestInit
    const answer = await fixture
      .request('/v1/data/mutate/production', {
        ...init,
        method: 'POST',
        body: endless,
        headers: { authorization: `Bearer ${TOKEN}` },
      })
      .then(
        (response) => response.status,
        () => 'cut off',
      )
    expect([413, 'cut off']).toContain(answer)
    expect(await client.fetch('1')).toBe(1)
  })
})
