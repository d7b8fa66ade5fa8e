import { afterEach, beforeEach, vi } from 'vitest'
import type { AccountEvent, InvitationMail } from '../users/user.ts'
import { type LakeFixture, startLake } from './lake-fixture.ts'
import { cookieOf, signIn } from './people.ts'

interface Answer {
  status: number
  cookie: string | undefined
  body: Record<string, string>
}

/** Starts a lake with a signed-in administrator before each test of a file, and returns what the tests need of it. */
export function shareAccounts() {
  let fixture: LakeFixture
  let events: AccountEvent[]
  let mailed: InvitationMail[]
  let admin: Awaited<ReturnType<typeof signIn>>

  beforeEach(async () => {
    events = []
    mailed = []
    const mailInvitation = async (invitation: InvitationMail) => mailed.push(invitation) < 3
    const onAccountEvent = (event: AccountEvent) => void events.push(event)
    const login = {
      password: 'of the server',
      productNames: ['Halvi', 'Command line'],
      mailInvitation,
    }
    fixture = await startLake({ login, onAccountEvent })
    admin = await signIn(fixture, { name: 'The Boss' })
  })
  afterEach(async () => {
    vi.useRealTimers()
    await fixture.close()
  })

  async function ask(path: string, body?: unknown, headers: object = {}): Promise<Answer> {
    const response = await fixture.request(`/v1/${path}`, {
      headers: headers as Record<string, string>,
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as Record<string, string>
    return { status: response.status, cookie: cookieOf(response), body: answer }
  }
  const asAdmin = (path: string, body?: unknown) => ask(path, body, admin.headers)

  return {
    get fixture() {
      return fixture
    },
    get events() {
      return events
    },
    get mailed() {
      return mailed
    },
    /** The headers and id of a signed-in administrator. */
    get admin() {
      return admin
    },
    ask,
    asAdmin,
    invite: async (email: string, ...roles: string[]) =>
      (await asAdmin('people/invitations', { email, roles: roles.length > 0 ? roles : ['viewer'] }))
        .body as { id: string; token: string },
    join: (token: unknown, given: object = {}) =>
      ask('auth/invitation/accept', {
        ...{ token, name: 'Grace', password: 'a password of hers' },
        ...given,
      }),
    laterBy: (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms }),
  }
}
