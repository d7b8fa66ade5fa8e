import { describe, expect, it } from 'vitest'
import { openAccounts } from '../stores.ts'
import { shareAccounts } from '../testing/accounts.ts'
import { addPerson, cookieOf, PASSWORD, signIn } from '../testing/people.ts'
import { openSocket } from '../testing/socket.ts'
import { DEFAULT_ROLES } from './user.ts'

const accounts = shareAccounts()
const { ask, asAdmin, invite, join } = accounts
const whoAmI = async (headers: object) => (await ask('users/me', undefined, headers)).status

describe('several roles', () => {
  it('permit together what each permits, and are listed for the Studio', async () => {
    const { token } = await invite('grace@example.com', 'viewer', 'author', 'viewer')
    const { cookie, body } = await join(token)
    const headers = { cookie, origin: accounts.fixture.origin }
    const listed = { role: 'author', roles: [{ name: 'author' }, { name: 'viewer' }] }
    expect((await ask('users/me', undefined, headers)).body).toMatchObject(listed)
    const write = async (_id: string) =>
      (
        await ask(
          'data/mutate/production',
          { mutations: [{ create: { _id, _type: 'a' } }] },
          headers,
        )
      ).status
    expect([await write('drafts.a'), await write('a')]).toEqual([200, 403])
    expect((await ask('people', undefined, headers)).status).toBe(403)

    await asAdmin(`people/${body.id}/roles`, { roles: ['administrator', 'viewer'] })
    expect(accounts.events.at(-1)?.detail).toEqual({
      from: ['author', 'viewer'],
      to: ['administrator', 'viewer'],
    })
    const again = await signIn(accounts.fixture, {
      id: body.id ?? '',
      email: 'grace@example.com',
    }).catch(() => undefined)
    expect(again).toBeDefined()
    // Two people manage people now, so one can lose that role.
    expect((await asAdmin(`people/${accounts.admin.id}/roles`, { roles: ['viewer'] })).status).toBe(
      200,
    )
  })

  it.each([[[]], [['viewer', 'root']], ['viewer'], [[['viewer']]], [{ 0: 'viewer' }], [null]])(
    'are known names in a list: not %j',
    async (roles) => {
      const { id } = addPerson(accounts.fixture.directory, { role: 'viewer' })
      const given = { email: 'a@example.com', roles }
      expect((await asAdmin('people/invitations', given)).status).toBe(400)
      expect((await asAdmin(`people/${id}/roles`, { roles })).status).toBe(400)
    },
  )
})

describe('a person', () => {
  it('loses sessions, streams, and sockets immediately when removed, and only the name stays', async () => {
    const { headers, id } = await signIn(accounts.fixture, { role: 'editor', name: 'Grace Hopper' })
    const stream = await accounts.fixture.request('/v1/data/listen/production?query=*', { headers })
    const socket = await openSocket(accounts.fixture.origin, '/v1/events', { headers })
    expect((await asAdmin(`people/${id}/remove`, {})).status).toBe(200)
    expect(await stream.text()).toContain('event: welcome')
    expect(await socket.closed).toBe(4401)
    expect(await whoAmI(headers)).toBe(401)
    const { body } = await asAdmin(`users/${id}`)
    expect(body.displayName).toBe('Grace Hopper')
    expect(accounts.fixture.lake.profiles()).toContainEqual({
      id,
      name: 'Grace Hopper',
      email: '',
      roles: ['editor'],
      removed: true,
    })
    expect((await asAdmin(`people/${id}/remove`, {})).status).toBe(404)
    // The address can be invited again.
    expect((await invite(`${id}@example.com`)).token).toBeDefined()
  })

  it.each(['remove', 'setRole'] as const)(
    'is signed out when another process changes the account: %s',
    async (what) => {
      const { headers, id } = await signIn(accounts.fixture, { role: 'editor' })
      const socket = await openSocket(accounts.fixture.origin, '/v1/events', { headers })
      using elsewhere = openAccounts({
        directory: accounts.fixture.directory,
        roles: DEFAULT_ROLES,
      })
      const by = { id: 'cli', name: 'Command' }
      if (what === 'remove') elsewhere.remove(id, by)
      else elsewhere.setRoles(id, ['viewer'], by)
      expect(await whoAmI(headers)).toBe(401)
      expect(await socket.closed).toBe(4401)
    },
  )

  it('must sign in again after a change of role', async () => {
    const { headers, id } = await signIn(accounts.fixture, { role: 'editor' })
    expect((await asAdmin(`people/${id}/roles`, { roles: ['editor'] })).status).toBe(200)
    expect(await whoAmI(headers)).toBe(200)
    expect((await asAdmin(`people/${id}/roles`, { roles: ['viewer'] })).status).toBe(200)
    expect(await whoAmI(headers)).toBe(401)
    expect(accounts.events.at(-1)).toMatchObject({
      action: 'person.roles-changed',
      subject: id,
      detail: { from: ['editor'], to: ['viewer'] },
    })
  })

  it('cannot be removed or demoted if nobody else manages people', async () => {
    for (const [path, body] of [
      ['remove', {}],
      ['roles', { roles: ['editor'] }],
    ] as const) {
      expect((await asAdmin(`people/${accounts.admin.id}/${path}`, body)).status).toBe(409)
    }
    addPerson(accounts.fixture.directory, { role: 'administrator' })
    expect((await asAdmin(`people/${accounts.admin.id}/roles`, { roles: ['editor'] })).status).toBe(
      200,
    )
    expect(await whoAmI(accounts.admin.headers)).toBe(401)
  })

  it('can change their name and, with the current password, the password, which ends their other sessions', async () => {
    const { headers, id } = await signIn(accounts.fixture, {
      id: 'p1',
      role: 'viewer',
      name: 'Ada',
    })
    const other = await signIn(accounts.fixture, { id, email: 'p1@example.com' })
    expect((await ask('account/name', { name: ' Augusta ' }, headers)).status).toBe(200)
    expect((await ask('users/me', undefined, headers)).body.name).toBe('Augusta')
    const change = (former: unknown, password: unknown) =>
      ask('account/password', { former, password }, headers)
    expect((await change('not the password', 'a new one of hers')).status).toBe(403)
    expect((await change(PASSWORD, 'P1@example.com')).status).toBe(400)
    expect((await change(PASSWORD, 'augusta')).status).toBe(400)
    expect((await change(PASSWORD, 'a new one of hers')).status).toBe(200)
    expect([await whoAmI(headers), await whoAmI(other.headers)]).toEqual([200, 401])
    for (let n = 0; n < 10; n++) await change('guess', 'a new one of hers')
    expect((await change('a new one of hers', 'the newest of hers')).status).toBe(429)
  })

  it('can see and end their own sessions, and nobody else can', async () => {
    const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'
    const first = await signIn(accounts.fixture, { id: 'p1', role: 'viewer' })
    const login = await accounts.fixture.request('/v1/auth/login', {
      method: 'POST',
      headers: { 'User-Agent': agent },
      body: JSON.stringify({ email: 'p1@example.com', password: PASSWORD }),
    })
    const headers = { cookie: String(cookieOf(login)), origin: accounts.fixture.origin }
    const list = async () => {
      const response = await accounts.fixture.request('/v1/account/sessions', { headers })
      return (await response.json()) as { id: string; browser: string; isThis: boolean }[]
    }
    const listed = await list()
    expect(listed).toHaveLength(2)
    const mine = listed.find(({ isThis }) => isThis)
    const theirs = listed.find(({ isThis }) => !isThis)
    expect(mine).toMatchObject({ browser: 'Chrome on Linux', network: '127.0.0.1' })
    expect((await asAdmin(`account/sessions/${mine?.id}/end`, {})).status).toBe(404)
    expect((await ask(`account/sessions/${theirs?.id}/end`, {}, headers)).status).toBe(200)
    expect(await whoAmI(first.headers)).toBe(401)
    const third = await signIn(accounts.fixture, { id: 'p1', email: 'p1@example.com' })
    expect((await ask('account/sessions/end-others', {}, headers)).status).toBe(200)
    expect([await whoAmI(third.headers), await whoAmI(headers)]).toEqual([401, 200])
    expect(await list()).toHaveLength(1)
  })
})

it('lists people and open invitations for people who manage people', async () => {
  await invite('grace@example.com', 'editor')
  const { body } = await asAdmin('people')
  expect(body).toMatchObject({
    roles: ['administrator', 'editor', 'author', 'viewer'].map((name) => ({ name })),
    people: [{ id: accounts.admin.id, name: 'The Boss', removed: null, seen: expect.any(String) }],
    invitations: [{ email: 'grace@example.com', roles: ['editor'], maker: 'The Boss' }],
  })
  expect(JSON.stringify(body)).not.toMatch(/scrypt|token/)
})

it('returns the signed-in user for as long as the session is valid', async () => {
  const { headers, id } = await signIn(accounts.fixture, { role: 'viewer', name: 'Ada' })
  const session = accounts.fixture.lake.sessionOf({ headers })
  expect(session?.user).toEqual({ id, name: 'Ada', email: `${id}@example.com`, roles: ['viewer'] })
  expect(session?.isCurrent()).toBe(true)
  await asAdmin(`people/${id}/remove`, {})
  expect(session?.isCurrent()).toBe(false)
  expect(accounts.fixture.lake.sessionOf({ headers })).toBeUndefined()
  expect(accounts.fixture.lake.sessionOf({ headers: {} })).toBeUndefined()
})

it("reports a failed sign-in only with the person's id", async () => {
  const { email, id } = addPerson(accounts.fixture.directory)
  await ask('auth/login', { email, password: 'wrong' })
  await ask('auth/login', { email: 'nobody@example.com', password: 'wrong' })
  expect(accounts.events.slice(-2)).toEqual([
    { action: 'person.refused', by: undefined, subject: id },
    { action: 'person.refused', by: undefined },
  ])
})
