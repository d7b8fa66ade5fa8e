import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startEndpoint, status, type TestEndpoint } from '../testing/test-endpoint.ts'
import { createEndpoint } from './endpoint.ts'

const lead = {
  id: '01890000-0000-7000-8000-000000000000',
  payload: '{"name":"Zoë\\u0000"}',
  first_touch: '{"source":"newsletter","landing":"/"}',
}

let endpoint: TestEndpoint
beforeEach(async () => {
  endpoint = await startEndpoint()
})
afterEach(() => endpoint.close())
const send = (timeoutMs = 5_000) => createEndpoint({ url: endpoint.url }, timeoutMs)(lead)

describe('an endpoint', () => {
  it('is sent the payload byte for byte, and its id as the key', async () => {
    await send()
    const [received] = endpoint.received
    expect(received?.body).toBe(lead.payload)
    expect(received?.headers).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': lead.id,
    })
  })

  it.each([200, 201, 202, 204])('accepts with %i', async (code) => {
    endpoint.answer = status(code)
    expect(await send()).toEqual({ accepted: true })
  })

  it.each([301, 302, 304, 307, 308, 400, 404, 409, 429, 500, 503])(
    'refuses with %i',
    async (code) => {
      endpoint.answer = status(code, { location: endpoint.url })
      expect(await send()).toMatchObject({ accepted: false, error: `status ${code}` })
      expect(endpoint.received).toHaveLength(1)
    },
  )

  it('is gone for good with 410 alone', async () => {
    endpoint.answer = status(410)
    expect(await send()).toMatchObject({ accepted: false, final: true })
    endpoint.answer = status(404)
    expect(await send()).toMatchObject({ accepted: false, final: false })
  })

  it('may ask for time, in seconds or until a date', async () => {
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

  it('that is silent has failed when its time is over', async () => {
    endpoint.answer = () => {}
    expect(await send(50)).toEqual({ accepted: false, error: 'timeout' })
  })

  it('that hangs up has failed', async () => {
    endpoint.answer = (response) => response.destroy()
    expect(await send()).toMatchObject({ accepted: false, error: expect.any(String) })
  })

  it('that cannot be reached has failed', async () => {
    await endpoint.close()
    expect(await send()).toEqual({ accepted: false, error: 'ECONNREFUSED' })
    endpoint = await startEndpoint()
  })

  it.each(['http://127.0.0.1:6000/', 'http://127.0.0.1:25/'])(
    'at a port that fetch rejects (%s) is logged with its cause',
    async (url) => {
      const outcome = await createEndpoint({ url }, 5_000)(lead)
      expect(outcome).toMatchObject({ accepted: false, error: 'TypeError: bad port' })
    },
  )

  it('has accepted by its status, however the rest of its answer fares', async () => {
    endpoint.answer = (response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('half', () => response.destroy())
    }
    expect(await send()).toEqual({ accepted: true })
  })

  it('is shown the credentials in its address, which no error repeats', async () => {
    const url = endpoint.url.replace('//', '//halvi:s%3Acret@')
    endpoint.answer = status(401)
    expect(JSON.stringify(await createEndpoint({ url }, 5_000)(lead))).not.toMatch(/cret/)
    const [received] = endpoint.received
    expect(received?.headers.authorization).toBe(`Basic ${btoa('halvi:s:cret')}`)
  })

  it('is sent how the visitor came where it is to know that', async () => {
    const { url } = endpoint
    await createEndpoint({ url, sendsFirstTouch: true }, 5_000)(lead)
    await createEndpoint({ url, sendsFirstTouch: true }, 5_000)({ ...lead, first_touch: null })
    expect(endpoint.received.map(({ body }) => body)).toEqual([
      '{"name":"Zoë\\u0000","first_touch":{"source":"newsletter","landing":"/"}}',
      lead.payload,
    ])
  })

  it('is sent nothing of a lead that is damaged, which is told like any other failure', async () => {
    const deliver = createEndpoint({ url: endpoint.url, sendsFirstTouch: true }, 5_000)
    expect(await deliver({ ...lead, first_touch: '{"source"' })).toMatchObject({ accepted: false })
    expect(endpoint.received).toEqual([])
  })
})
