import Database from 'libsql'
import { describe, expect, it, vi } from 'vitest'
import { shareAccounts } from '../testing/accounts.ts'
import { addPerson, PASSWORD, signIn } from '../testing/people.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const accounts = shareAccounts()
const { ask, asAdmin, invite, join, laterBy } = accounts
const whoAmI = async (headers: object) => (await ask('users/me', undefined, headers)).status
const actions = () => accounts.events.map(({ action }) => action)

it('an invitation is mailed to the invited address, where that is possible', async () => {
  const answers = []
  for (const email of ['Ada@example.com', 'grace@example.com', 'joan@example.com']) {
    answers.push((await asAdmin('people/invitations', { email, roles: ['viewer'] })).body)
  }
  expect(answers.map(({ isMailed }) => isMailed)).toEqual([true, true, false])
  expect(accounts.mailed.map(({ email, token }) => [email, token])).toEqual(
    answers.map(({ token }, index) => [accounts.mailed[index]?.email, token]),
  )
  expect(accounts.mailed[0]).toMatchObject({
    email: 'Ada@example.com',
    by: { id: accounts.admin.id },
  })
  expect(JSON.stringify(accounts.events)).not.toContain(accounts.mailed[0]?.token)
})

describe('an invitation', () => {
  it('creates one account, with the invited address and role', async () => {
    const { token, id } = await invite('Grace@example.com', 'editor')
    for (let looks = 0; looks < 3; looks++) {
      const { status, body } = await ask('auth/invitation', { token })
      expect([status, body.email, body.role]).toEqual([200, 'Grace@example.com', 'Editor'])
    }
    const wrong = await join(token, { password: 'grace@example.com' })
    expect(wrong.status).toBe(400)
    const { status, body, cookie } = await join(token)
    expect([status, body.name, body.role]).toEqual([200, 'Grace', 'editor'])
    expect(body.id).toMatch(/^p[0-9a-f]{16}$/)
    expect(await whoAmI({ cookie })).toBe(200)
    for (const again of [await ask('auth/invitation', { token }), await join(token)]) {
      expect(again.status).toBe(410)
      expect(again.body.message).toContain('used')
    }
    const reported = accounts.events
      .slice(1)
      .map(({ action, by, subject }) => [action, by?.name, subject])
    expect(reported).toEqual([
      ['person.invited', 'The Boss', id],
      ['person.joined', 'Grace', body.id],
      ['person.signed-in', 'Grace', body.id],
    ])
    expect(JSON.stringify(accounts.events)).not.toMatch(/example\.com|password of hers/)
  })

  it('can only be used once by simultaneous requests', async () => {
    const { token } = await invite('grace@example.com')
    const statuses = (await Promise.all([join(token), join(token)])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 410])
    const people = accounts.fixture.lake.profiles().filter(({ name }) => name === 'Grace')
    expect(people).toHaveLength(1)
  })

  it('expires after seven days, and ends when it is revoked or replaced', async () => {
    const first = await invite('grace@example.com')
    const second = await invite('GRACE@example.com')
    expect((await join(first.token)).status).toBe(410)
    expect((await asAdmin(`people/invitations/${second.id}/revoke`, {})).status).toBe(200)
    expect((await asAdmin(`people/invitations/${second.id}/revoke`, {})).status).toBe(404)
    expect((await join(second.token)).status).toBe(410)
    const third = await invite('grace@example.com')
    laterBy(7 * DAY_MS - 60_000)
    expect((await ask('auth/invitation', { token: third.token })).status).toBe(200)
    laterBy(120_000)
    expect((await join(third.token)).status).toBe(410)
    for (const none of ['', 'x', third.id, null, {}, 'x'.repeat(43)]) {
      expect((await join(none)).status).toBe(410)
    }
  })

  it('is rejected for an address that has an account', async () => {
    const { token } = await invite('grace@example.com')
    addPerson(accounts.fixture.directory, { email: 'Grace@Example.com' })
    const { status, body } = await join(token)
    expect([status, body.message]).toEqual([409, expect.stringContaining('address')])
    const again = await asAdmin('people/invitations', {
      email: 'grace@example.com',
      roles: ['viewer'],
    })
    expect(again.status).toBe(409)
  })

  it.each([
    ['no address', { email: 'grace', roles: ['viewer'] }],
    [
      'an address with a line break',
      { email: 'a@example.com\r\nBcc: b@example.com', roles: ['viewer'] },
    ],
    ['an unknown role', { email: 'a@example.com', roles: ['root'] }],
    ['no role', { email: 'a@example.com' }],
    ['an empty body', null],
  ])('cannot be created with %s', async (_, body) => {
    expect((await asAdmin('people/invitations', body)).status).toBe(400)
  })

  it('is revoked when its creator is removed', async () => {
    const other = await signIn(accounts.fixture, { role: 'administrator' })
    const given = { email: 'back@example.com', roles: ['administrator'] }
    const { body } = await ask('people/invitations', given, other.headers)
    expect((await asAdmin(`people/${other.id}/remove`, {})).status).toBe(200)
    expect((await join(body.token)).status).toBe(410)
  })

  it('is stored without its token', async () => {
    const { token } = await invite('grace@example.com')
    const database = new Database(`${accounts.fixture.directory}/users.db`)
    const rows = JSON.stringify(database.prepare('SELECT * FROM link').all())
    database.close()
    expect(rows).toContain('grace@example.com')
    expect(rows).not.toContain(token)
  })
})

describe('a reset', () => {
  it('changes the password once and ends all sessions of the person', async () => {
    const { headers, id } = await signIn(accounts.fixture, { role: 'viewer', name: 'Ada' })
    const { body } = await asAdmin(`people/${id}/reset`, {})
    // The reset link alone changes nothing.
    expect(await whoAmI(headers)).toBe(200)
    const about = await ask('auth/reset', { token: body.token })
    expect([about.status, about.body.name]).toEqual([200, 'Ada'])
    const accept = (token = body.token) =>
      ask('auth/reset/accept', { token, password: 'quite another password' })
    expect((await ask('auth/reset/accept', { token: body.token, password: 'short' })).status).toBe(
      400,
    )
    const done = await accept()
    expect(done.status).toBe(200)
    expect([await whoAmI(headers), await whoAmI({ cookie: done.cookie })]).toEqual([401, 200])
    expect((await accept()).status).toBe(410)
    const { email } = done.body
    expect((await ask('auth/login', { email, password: PASSWORD })).status).toBe(401)
    expect((await ask('auth/login', { email, password: 'quite another password' })).status).toBe(
      200,
    )
    expect(actions()).toEqual(expect.arrayContaining(['person.reset', 'person.password-changed']))
  })

  it('expires after a day, and ends with the next reset and with the person', async () => {
    const { id } = addPerson(accounts.fixture.directory, { role: 'viewer' })
    const reset = async () => String((await asAdmin(`people/${id}/reset`, {})).body.token)
    const [first, second] = [await reset(), await reset()]
    expect((await ask('auth/reset', { token: first })).status).toBe(410)
    expect((await ask('auth/invitation', { token: second })).status).toBe(410)
    laterBy(DAY_MS + 1000)
    expect((await ask('auth/reset', { token: second })).status).toBe(410)
    vi.useRealTimers()
    const third = await reset()
    await asAdmin(`people/${id}/remove`, {})
    expect((await ask('auth/reset', { token: third })).status).toBe(410)
  })
})
