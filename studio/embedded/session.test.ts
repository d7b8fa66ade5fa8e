import { Subject } from 'rxjs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { declineReauthentication, refresh, retryAfterSignIn, session, signIn } from './session.ts'

let hasCookie: boolean
/** Who is signed in, as the server has it. */
let user: { id: string; role: string }
let reloads: number
/** What came last of the session. */
let state: string | undefined
beforeEach(async () => {
  hasCookie = true
  user = { id: 'ada', role: 'editor' }
  reloads = 0
  vi.stubGlobal('location', { reload: () => reloads++ })
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === '/v1/auth/login') hasCookie = true
    return hasCookie ? Response.json(user) : new Response(null, { status: 401 })
  })
  session.subscribe((value) => {
    state = value.state
  })
  await refresh()
})
afterEach(() => vi.unstubAllGlobals())

const refusal = { statusCode: 401 }

/** A request whose answers come when the test says so, and what has become of it. */
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

it('sends what was refused once more when someone has signed in again', async () => {
  const change = request()
  hasCookie = false
  change.sent[0]?.error(refusal)
  expect(state).toBe('expired')
  expect(change.sent).toHaveLength(1)
  await signIn({ path: 'login', email: 'a@example.com', password: 'the password' })
  expect(state).toBe('signed-in')
  change.sent[1]?.next('saved')
  expect(change.answers).toEqual(['saved'])
})

it.each([
  ['the content API', { statusCode: 403, response: { body: { type: 'reauthenticate' } } }],
  ['the API for staff', { statusCode: 403, body: { type: 'reauthenticate' } }],
])('sends what needs the password once it was given, or has it fail: %s', async (_, refusal) => {
  const change = request()
  change.sent[0]?.error(refusal)
  expect(state).toBe('reauthenticating')
  await signIn({ path: 'reauthenticate', password: 'the password' })
  expect(state).toBe('signed-in')
  change.sent[1]?.next('invited')
  expect(change.answers).toEqual(['invited'])

  const other = request()
  other.sent[0]?.error(refusal)
  declineReauthentication()
  expect(state).toBe('signed-in')
  expect(other.sent).toHaveLength(1)
  expect(other.failures).toEqual([refusal])
})

it('does not end the new session by a refusal that belongs to the one before', async () => {
  const [change, late] = [request(), request()]
  hasCookie = false
  change.sent[0]?.error(refusal)
  await signIn({ path: 'login', email: 'a@example.com', password: 'the password' })
  late.sent[0]?.error(refusal)
  expect(state).toBe('signed-in')
  expect(late.sent).toHaveLength(2)
})

it('does not end it by a look at the session that was begun before', async () => {
  const change = request()
  let answer = (_: Response) => {}
  const { fetch } = globalThis
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  const look = refresh()
  vi.stubGlobal('fetch', fetch)
  change.sent[0]?.error(refusal)
  await signIn({ path: 'login', email: 'a@example.com', password: 'the password' })
  answer(new Response(null, { status: 401 }))
  await look
  expect(state).toBe('signed-in')
})

it.each([
  ['somebody else', { id: 'eve', role: 'editor' }],
  ['the same person in another role', { id: 'ada', role: 'viewer' }],
])('never sends what one has typed as another: %s', async (_, next) => {
  const change = request()
  hasCookie = false
  change.sent[0]?.error(refusal)
  user = next
  await signIn({ path: 'login', email: 'a@example.com', password: 'the password' })
  expect(change.sent).toHaveLength(1)
  expect(reloads).toBe(1)
  // The tab begins anew; until then the one before has not come back.
  expect(state).toBe('expired')
})
