import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startEndpoint, status, type TestEndpoint } from '../testing/test-endpoint.ts'
import { createEndpoint } from './endpoint.ts'

const lead = {
  form: 'waitlist',
  id: '01890000-0000-7000-8000-000000000000',
  payload: '{"name":"Zoë\\u0000"}',
  first_touch: '{"source":"newsletter","landing":"/"}',
}

let endpoint: TestEndpoint
beforeEach(async () => {
  endpoint = await startEndpoint()
})
afterEach(() => endpoint.close())
const send = (timeoutMs = 5_000) => createEndpoint({ url: endpoint.url }, timeoutMs, [])(lead)

describe('createEndpoint', () => {
  it('sends no key that a form keeps for staff', async () => {
    const form = { name: 'waitlist', labels: {}, staffOnly: ['city'] }
    const payload = '{"name":"Zoë","city":"دالاس"}'
    await createEndpoint({ url: endpoint.url }, 5_000, [form])({ ...lead, payload })
    expect(endpoint.received[0]?.body).toBe('{"name":"Zoë"}')
  })

  it("sends the payload byte for byte, with the lead's id as the idempotency key", async () => {
    await send()
    const [received] = endpoint.received
    expect(received?.body).toBe(lead.payload)
    expect(received?.headers).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': lead.id,
    })
  })

  it.each([200, 201, 202, 204])('reports status %i as accepted', async (code) => {
    endpoint.answer = status(code)
    expect(await send()).toEqual({ accepted: true })
  })

  it.each([301, 302, 304, 307, 308, 400, 404, 409, 429, 500, 503])(
    'reports status %i as not accepted',
    async (code) => {
      endpoint.answer = status(code, { location: endpoint.url })
      expect(await send()).toMatchObject({ accepted: false, error: `status ${code}` })
      expect(endpoint.received).toHaveLength(1)
    },
  )

  it('reports only status 410 as final', async () => {
    endpoint.answer = status(410)
    expect(await send()).toMatchObject({ accepted: false, final: true })
    endpoint.answer = status(404)
    expect(await send()).toMatchObject({ accepted: false, final: false })
  })

  it('parses Retry-After in seconds or as a date', async () => {
    endpoint.answer = status(429, { 'retry-after': '120' })
    expect(await send()).toMatchObject({ retryAfter: 120 })
    endpoint.answer = status(503, { 'retry-after': new Date(Date.now() + 60_000).toUTCString() })
    expect((await send()) as { retryAfter: number }).toMatchObject({
      retryAfter: expect.closeTo(60, -1),
    })
    for (const nonsense of ['soon', '-5', new Date(0).toUTCString()]) {
      endpoint.answer = status(503, { 'retry-after': nonsense })
      expect(await send()).toMatchObject({ retryAfter: undefined })
    }
  })

  it('reports a failure when the endpoint is unreachable', async () => {
    await endpoint.close()
    expect(await send()).toEqual({ accepted: false, error: 'ECONNREFUSED' })
    endpoint = await startEndpoint()
  })

  it.each(['http://127.0.0.1:6000/', 'http://127.0.0.1:25/'])(
    'reports the cause of an error for a port that fetch blocks (%s)',
    async (url) => {
      const outcome = await createEndpoint({ url }, 5_000, [])(lead)
      expect(outcome).toMatchObject({ accepted: false, error: 'TypeError: bad port' })
    },
  )

  it('sends the credentials in the URL, and keeps them out of errors', async () => {
    const url = endpoint.url.replace('//', '//halvi:s%3Acret@')
    endpoint.answer = status(401)
    expect(JSON.stringify(await createEndpoint({ url }, 5_000, [])(lead))).not.toMatch(/cret/)
    const [received] = endpoint.received
    expect(received?.headers.authorization).toBe(`Basic ${btoa('halvi:s:cret')}`)
  })

  it('sends the first touch if enabled', async () => {
    const { url } = endpoint
    await createEndpoint({ url, sendsFirstTouch: true }, 5_000, [])(lead)
    await createEndpoint({ url, sendsFirstTouch: true }, 5_000, [])({ ...lead, first_touch: null })
    expect(endpoint.received.map(({ body }) => body)).toEqual([
      '{"name":"Zoë\\u0000","first_touch":{"source":"newsletter","landing":"/"}}',
      lead.payload,
    ])
  })

  it('does not send a lead with damaged data, and reports a failure', async () => {
    const deliver = createEndpoint({ url: endpoint.url, sendsFirstTouch: true }, 5_000, [])
    expect(await deliver({ ...lead, first_touch: '{"source"' })).toMatchObject({ accepted: false })
    expect(endpoint.received).toEqual([])
  })
})
