import { Subject } from 'rxjs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { declineReauthentication, refresh, retryAfterSignIn, session, signIn } from './session.ts'

let hasCookie: boolean
/** The signed-in user, according to the fake server. */
let user: { id: string; roles: { name: string }[] }
let reloads: number
/** The latest state of the session. */
let state: string | undefined
beforeEach(async () => {
  hasCookie = true
  user = { id: 'ada', roles: [{ name: 'editor' }] }
  reloads = 0
  vi.stubGlobal('location', { reload: () => reloads++ })
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === '/v1/auth/login') hasCookie = true
    return hasCookie ? Response.json(user) : new Response(null, { status: 401 })
  })
  session.subscribe((value) => {
    state = value?.state
  })
  await refresh()
})
afterEach(() => vi.unstubAllGlobals())

const unauthorized = { statusCode: 401 }

/** Sends a request whose responses the test controls. Returns its attempts, results, and errors. */
function request() {
  const sent: Subject<string>[] = []
  const answers: string[] = []
  const failures: unknown[] = []
  retryAfterSignIn(() => {
    const answer = new Subject<string>()
    sent.push(answer)
    return answer
  }).subscribe({
    next: (answer) => answers.push(answer),
    error: (error) => failures.push(error),
  })
  return { sent, answers, failures }
}

it('sends a request again after the user has signed in again', async () => {
  const change = request()
  hasCookie = false
  change.sent[0]?.error(unauthorized)
  expect(state).toBe('expired')
  expect(change.sent).toHaveLength(1)
  await signIn('login', { email: 'a@example.com', password: 'the password' })
  expect(state).toBe('signed-in')
  change.sent[1]?.next('saved')
  expect(change.answers).toEqual(['saved'])
})

it.each([
  ['the content API', { statusCode: 403, response: { body: { type: 'reauthenticate' } } }],
  ['the staff API', { statusCode: 403, body: { type: 'reauthenticate' } }],
])(
  'sends a request again after reauthentication, or fails if declined: %s',
  async (_, rejection) => {
    const change = request()
    change.sent[0]?.error(rejection)
    expect(state).toBe('reauthenticating')
    await signIn('reauthenticate', { password: 'the password' })
    expect(state).toBe('signed-in')
    change.sent[1]?.next('invited')
    expect(change.answers).toEqual(['invited'])

    const other = request()
    other.sent[0]?.error(rejection)
    declineReauthentication()
    expect(state).toBe('signed-in')
    expect(other.sent).toHaveLength(1)
    expect(other.failures).toEqual([rejection])
  },
)

it('ignores a late 401 of the previous session', async () => {
  const [change, late] = [request(), request()]
  hasCookie = false
  change.sent[0]?.error(unauthorized)
  await signIn('login', { email: 'a@example.com', password: 'the password' })
  late.sent[0]?.error(unauthorized)
  expect(state).toBe('signed-in')
  expect(late.sent).toHaveLength(2)
})

it('ignores a late session check of the previous session', async () => {
  const change = request()
  let answer = (_: Response) => {}
  const { fetch } = globalThis
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  const check = refresh()
  vi.stubGlobal('fetch', fetch)
  change.sent[0]?.error(unauthorized)
  await signIn('login', { email: 'a@example.com', password: 'the password' })
  answer(new Response(null, { status: 401 }))
  await check
  expect(state).toBe('signed-in')
})

it('sends a request again in another role of the same person, and keeps the page', async () => {
  const change = request()
  hasCookie = false
  change.sent[0]?.error(unauthorized)
  user = { id: 'ada', roles: [{ name: 'author' }] }
  await signIn('login', { email: 'a@example.com', password: 'the password' })
  expect(state).toBe('role-changed')
  expect(reloads).toBe(0)
  change.sent[1]?.next('saved')
  expect(change.answers).toEqual(['saved'])
  await refresh()
  expect(state).toBe('role-changed')
})

it('does not send a request as another person', async () => {
  const change = request()
  hasCookie = false
  change.sent[0]?.error(unauthorized)
  user = { id: 'eve', roles: [{ name: 'editor' }] }
  await signIn('login', { email: 'a@example.com', password: 'the password' })
  expect(change.sent).toHaveLength(1)
  expect(reloads).toBe(1)
  // The tab reloads. Until then, the previous session stays expired.
  expect(state).toBe('expired')
})
