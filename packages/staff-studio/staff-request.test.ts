import { afterEach, describe, expect, it, vi } from 'vitest'
import { asSentence, errorText, queryString, StaffError, staffRequest } from './staff-request.ts'

afterEach(() => vi.unstubAllGlobals())

/** Replaces the network with a response, and returns the requests. */
function respond(response: Response | Error) {
  const fetch = vi.fn(async () => {
    if (response instanceof Error) throw response
    return response
  })
  vi.stubGlobal('fetch', fetch)
  return fetch.mock.calls as unknown as [string, RequestInit][]
}

describe('staffRequest', () => {
  it('sends the session cookie, or the token of a hosted project without cookies', async () => {
    const calls = respond(Response.json({ id: 1 }))
    const byCookie = staffRequest({ token: undefined, retryAfterSignIn: undefined })
    expect(await byCookie('me')).toEqual({ id: 1 })
    const byToken = staffRequest({ token: 'secret', retryAfterSignIn: undefined })
    const tokenCalls = respond(Response.json({}))
    await byToken('leads/1', { method: 'PATCH', body: { status: 'new' } })
    expect(calls[0]).toMatchObject(['/staff/v1/me', { method: 'GET', credentials: 'same-origin' }])
    expect(tokenCalls[0]).toMatchObject([
      '/staff/v1/leads/1',
      {
        credentials: 'omit',
        body: '{"status":"new"}',
        headers: { Authorization: 'Bearer secret', 'Content-Type': 'application/json' },
      },
    ])
  })

  it('rejects with the status and body of a failed response, and with 0 without a response', async () => {
    const request = staffRequest({ token: undefined, retryAfterSignIn: undefined })
    respond(Response.json({ error: 'The lead has changed' }, { status: 409 }))
    const changed = await request('leads/1').catch((error) => error)
    expect(changed).toMatchObject({ statusCode: 409, isOutage: false, isAccessDenied: false })
    expect(errorText(changed)).toBe('The lead has changed.')
    respond(new TypeError('offline'))
    const offline = await request('leads/1').catch((error) => error)
    expect(offline).toMatchObject({ statusCode: 0, isOutage: true })
  })
})

it.each([
  [new Error('a bug'), /^Something went wrong/],
  [new StaffError(503), /^Can’t reach/],
  [new StaffError(403, { error: 'internal' }), /role/],
  [new StaffError(400, 'text'), 'The server responded with status 400.'],
])('shows errors as sentences', (error, text) => {
  expect(errorText(error)).toMatch(text)
})

it('adds a period to a message unless it ends with one', () => {
  expect([asSentence('Try again'), asSentence('Really?')]).toEqual(['Try again.', 'Really?'])
})

it('builds a query string with a parameter for each item, without undefined values', () => {
  expect(queryString({ form: ['a', 'b&c'], q: undefined, spam: true, limit: 5 })).toBe(
    'form=a&form=b%26c&spam=true&limit=5',
  )
})
