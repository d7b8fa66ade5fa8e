import { readFileSync } from 'node:fs'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openAccounts } from '../stores.ts'
import { type LakeFixture, startLake } from '../testing/lake-fixture.ts'
import { addPerson, cookieOf, PASSWORD, signIn } from '../testing/people.ts'
import { openSocket } from '../testing/socket.ts'
import type { AccountEvent, InvitationMail } from './user.ts'
import { DEFAULT_ROLES } from './user.ts'
import { UserStore } from './user-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

let fixture: LakeFixture
let events: AccountEvent[]
let mailed: InvitationMail[]
/** The headers and id of a signed-in administrator. */
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

interface Answer {
  status: number
  cookie: string | undefined
  body: Record<string, string>
}

async function ask(path: string, body?: unknown, headers: object = {}): Promise<Answer> {
  const response = await fixture.request(`/v1/${path}`, {
    headers: headers as Record<string, string>,
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as Record<string, string>
  return { status: response.status, cookie: cookieOf(response), body: answer }
}

const asAdmin = (path: string, body?: unknown) => ask(path, body, admin.headers)
const invite = async (email: string, ...roles: string[]) =>
  (await asAdmin('people/invitations', { email, roles: roles.length > 0 ? roles : ['viewer'] }))
    .body as {
    id: string
    token: string
  }
const join = (token: unknown, given: object = {}) =>
  ask('auth/invitation/accept', { token, name: 'Grace', password: 'a password of hers', ...given })
const whoAmI = async (headers: object) => (await ask('users/me', undefined, headers)).status
const laterBy = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
const actions = () => events.map(({ action }) => action)

describe('several roles', () => {
  it('permit together what each permits, and are listed for the Studio', async () => {
    const { token } = await invite('grace@example.com', 'viewer', 'author', 'viewer')
    const { cookie, body } = await join(token)
    const headers = { cookie, origin: fixture.origin }
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
    expect(events.at(-1)?.detail).toEqual({
      from: ['author', 'viewer'],
      to: ['administrator', 'viewer'],
    })
    const again = await signIn(fixture, { id: body.id ?? '', email: 'grace@example.com' }).catch(
      () => undefined,
    )
    expect(again).toBeDefined()
    // Two people manage people now, so one can lose that role.
    expect((await asAdmin(`people/${admin.id}/roles`, { roles: ['viewer'] })).status).toBe(200)
  })

  it.each([[[]], [['viewer', 'root']], ['viewer'], [[['viewer']]], [{ 0: 'viewer' }], [null]])(
    'are known names in a list: not %j',
    async (roles) => {
      const { id } = addPerson(fixture.directory, { role: 'viewer' })
      const given = { email: 'a@example.com', roles }
      expect((await asAdmin('people/invitations', given)).status).toBe(400)
      expect((await asAdmin(`people/${id}/roles`, { roles })).status).toBe(400)
    },
  )
})

it('an invitation is mailed to the invited address, where that is possible', async () => {
  const answers = []
  for (const email of ['Ada@example.com', 'grace@example.com', 'joan@example.com']) {
    answers.push((await asAdmin('people/invitations', { email, roles: ['viewer'] })).body)
  }
  expect(answers.map(({ isMailed }) => isMailed)).toEqual([true, true, false])
  expect(mailed.map(({ email, token }) => [email, token])).toEqual(
    answers.map(({ token }, index) => [mailed[index]?.email, token]),
  )
  expect(mailed[0]).toMatchObject({ email: 'Ada@example.com', by: { id: admin.id } })
  expect(JSON.stringify(events)).not.toContain(mailed[0]?.token)
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
    const reported = events.slice(1).map(({ action, by, subject }) => [action, by?.name, subject])
    expect(reported).toEqual([
      ['person.invited', 'The Boss', id],
      ['person.joined', 'Grace', body.id],
      ['person.signed-in', 'Grace', body.id],
    ])
    expect(JSON.stringify(events)).not.toMatch(/example\.com|password of hers/)
  })

  it('can only be used once by simultaneous requests', async () => {
    const { token } = await invite('grace@example.com')
    const statuses = (await Promise.all([join(token), join(token)])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 410])
    const people = fixture.lake.profiles().filter(({ name }) => name === 'Grace')
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
    addPerson(fixture.directory, { email: 'Grace@Example.com' })
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
    const other = await signIn(fixture, { role: 'administrator' })
    const given = { email: 'back@example.com', roles: ['administrator'] }
    const { body } = await ask('people/invitations', given, other.headers)
    expect((await asAdmin(`people/${other.id}/remove`, {})).status).toBe(200)
    expect((await join(body.token)).status).toBe(410)
  })

  it('is stored without its token', async () => {
    const { token } = await invite('grace@example.com')
    const database = new Database(`${fixture.directory}/users.db`)
    const rows = JSON.stringify(database.prepare('SELECT * FROM link').all())
    database.close()
    expect(rows).toContain('grace@example.com')
    expect(rows).not.toContain(token)
  })
})

describe('a reset', () => {
  it('changes the password once and ends all sessions of the person', async () => {
    const { headers, id } = await signIn(fixture, { role: 'viewer', name: 'Ada' })
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
    const { id } = addPerson(fixture.directory, { role: 'viewer' })
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

describe('a person', () => {
  it('loses sessions, streams, and sockets immediately when removed, and only the name stays', async () => {
    const { headers, id } = await signIn(fixture, { role: 'editor', name: 'Grace Hopper' })
    const stream = await fixture.request('/v1/data/listen/production?query=*', { headers })
    const socket = await openSocket(fixture.origin, '/v1/events', { headers })
    expect((await asAdmin(`people/${id}/remove`, {})).status).toBe(200)
    expect(await stream.text()).toContain('event: welcome')
    expect(await socket.closed).toBe(4401)
    expect(await whoAmI(headers)).toBe(401)
    const { body } = await asAdmin(`users/${id}`)
    expect(body.displayName).toBe('Grace Hopper')
    expect(fixture.lake.profiles()).toContainEqual({
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
    'is signed out within a second when another process changes the account: %s',
    async (what) => {
      const { headers, id } = await signIn(fixture, { role: 'editor' })
      const socket = await openSocket(fixture.origin, '/v1/events', { headers })
      const started = performance.now()
      using elsewhere = openAccounts({ directory: fixture.directory, roles: DEFAULT_ROLES })
      const by = { id: 'cli', name: 'Command' }
      if (what === 'remove') elsewhere.remove(id, by)
      else elsewhere.setRoles(id, ['viewer'], by)
      expect(await whoAmI(headers)).toBe(401)
      expect(await socket.closed).toBe(4401)
      expect(performance.now() - started).toBeLessThan(1500)
    },
  )

  it('must sign in again after a change of role', async () => {
    const { headers, id } = await signIn(fixture, { role: 'editor' })
    expect((await asAdmin(`people/${id}/roles`, { roles: ['editor'] })).status).toBe(200)
    expect(await whoAmI(headers)).toBe(200)
    expect((await asAdmin(`people/${id}/roles`, { roles: ['viewer'] })).status).toBe(200)
    expect(await whoAmI(headers)).toBe(401)
    expect(events.at(-1)).toMatchObject({
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
      expect((await asAdmin(`people/${admin.id}/${path}`, body)).status).toBe(409)
    }
    addPerson(fixture.directory, { role: 'administrator' })
    expect((await asAdmin(`people/${admin.id}/roles`, { roles: ['editor'] })).status).toBe(200)
    expect(await whoAmI(admin.headers)).toBe(401)
  })

  it('can change their name and, with the current password, the password, which ends their other sessions', async () => {
    const { headers, id } = await signIn(fixture, { id: 'p1', role: 'viewer', name: 'Ada' })
    const other = await signIn(fixture, { id, email: 'p1@example.com' })
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
    const first = await signIn(fixture, { id: 'p1', role: 'viewer' })
    const login = await fixture.request('/v1/auth/login', {
      method: 'POST',
      headers: { 'User-Agent': agent },
      body: JSON.stringify({ email: 'p1@example.com', password: PASSWORD }),
    })
    const headers = { cookie: String(cookieOf(login)), origin: fixture.origin }
    const list = async () => {
      const response = await fixture.request('/v1/account/sessions', { headers })
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
    const third = await signIn(fixture, { id: 'p1', email: 'p1@example.com' })
    expect((await ask('account/sessions/end-others', {}, headers)).status).toBe(200)
    expect([await whoAmI(third.headers), await whoAmI(headers)]).toEqual([401, 200])
    expect(await list()).toHaveLength(1)
  })
})

describe('a password', () => {
  it('is checked wherever a person sets one', async () => {
    const password = 'password1234'
    expect((await asAdmin('account/password', { former: PASSWORD, password })).status).toBe(400)
    const { id } = addPerson(fixture.directory, { role: 'viewer' })
    const { token } = (await asAdmin(`people/${id}/reset`, {})).body
    expect((await ask('auth/reset/accept', { token, password })).status).toBe(400)
  })

  it('is rejected if it is easy to guess', async () => {
    const { token } = await invite('graceh@navy.example')
    for (const password of [
      ...'123456789012 098765432109 password1234 Password2026! P@ssw0rd1234 !!!letmein!!!!'.split(
        ' ',
      ),
      ...'aaaaaaaaaaaaa abababababab xk9xk9xk9xk9 abcdefghijkl qwertyuiop[] qwerty123456'.split(
        ' ',
      ),
      ...'1qaz2wsx3edc iloveyou2024 correcthorsebatterystaple passwordpassword'.split(' '),
      ...'AdminAdmin123 grace1234567 Grace.Hopper1906 gracehopper! graceh@navy.example1'.split(' '),
      ...'halvi1234567 Halvi-2026-Halvi welcometohalvi １２３４５６７８９０１２'.split(' '),
    ]) {
      const { status, cookie } = await join(token, { name: 'Grace Hopper', password })
      expect([status, cookie], password).toEqual([400, undefined])
    }
  })

  it('is accepted if it is not easy to guess', async () => {
    for (const password of [
      ...['four words of no saying', 'kX9#vQ2m!pL7z', 'purple otter reads maps', 'f3a94c07be21d86'],
      ...['مرحبا بالعالم الجميل', 'je préfère le thé vert', 'my dog ate 14 red kites'],
    ]) {
      const { token } = await invite(`${crypto.randomUUID()}@navy.example`)
      expect((await join(token, { name: 'Grace Hopper', password })).status, password).toBe(200)
    }
  })
})

it('a reserved name is rejected in any spelling', async () => {
  const { token } = await invite('graceh@navy.example')
  for (const name of [
    ...[
      'Halvi',
      'HALVI',
      ' halvi ',
      'H a l v i',
      'Ｈａｌｖｉ',
      'Hal\u00advi',
      'Hal\u3164vi',
      'Hálvi',
    ],
    ...['Halvi.', 'Command line', 'command-line', 'CommandLine', 'Command\u00a0line', 'API token'],
  ]) {
    expect((await join(token, { name })).status, name).toBe(400)
    expect((await asAdmin('account/name', { name })).status, name).toBe(400)
  }
  expect((await join(token, { name: 'Halvina Line' })).status).toBe(200)
})

describe('the database files of a running lake', () => {
  const bytes = () =>
    ['users.db', 'users.db-wal'].map((name) =>
      readFileSync(`${fixture.directory}/${name}`, 'latin1'),
    )
  const has = (text: string) => bytes().some((file) => file.includes(text))
  const hashOf = (id: string) => {
    const database = new Database(`${fixture.directory}/users.db`)
    const row = database.prepare('SELECT password FROM person WHERE id = ?').get(id)
    database.close()
    return (row as { password: string }).password
  }

  /** Creates an account by invitation, among many others, so that rows move between database pages. */
  async function joined(email: string) {
    for (let others = 0; others < 40; others++) {
      addPerson(fixture.directory, { email: `other-${others}-${'x'.repeat(60)}@example.com` })
    }
    const answer = await join((await invite(email)).token)
    return {
      id: String(answer.body.id),
      headers: { ...admin.headers, cookie: String(answer.cookie) },
    }
  }

  it('contain no data of a removed person', async () => {
    const { id } = await joined('grace@navy.example')
    const hash = hashOf(id)
    expect([has('grace@navy.example'), has(hash)]).toEqual([true, true])
    expect((await asAdmin(`people/${id}/remove`, {})).status).toBe(200)
    expect([has('grace@navy.example'), has(hash)]).toEqual([false, false])
  })

  it('contain no former password', async () => {
    const { id, headers } = await joined('grace@navy.example')
    const first = hashOf(id)
    const change = { former: 'a password of hers', password: 'another one of hers' }
    expect((await ask('account/password', change, headers)).status).toBe(200)
    const second = hashOf(id)
    expect([has(first), has(second)]).toEqual([false, true])
    const { token } = (await asAdmin(`people/${id}/reset`, {})).body
    const reset = await ask('auth/reset/accept', { token, password: 'the third one of hers' })
    expect(reset.status).toBe(200)
    expect(has(second)).toBe(false)
  })

  it('contain no address of an invitation that was revoked, replaced, or has expired', async () => {
    const { id } = await invite('revoked@navy.example')
    expect(has('revoked@navy.example')).toBe(true)
    await asAdmin(`people/invitations/${id}/revoke`, {})
    expect(has('revoked@navy.example')).toBe(false)
    const { token } = await invite('expired@navy.example')
    laterBy(8 * DAY_MS)
    new UserStore(fixture.directory).close()
    expect(has('expired@navy.example')).toBe(false)
    expect((await ask('auth/invitation', { token })).status).toBe(410)
  })
})

it('requires the password again before giving a person permission to manage people', async () => {
  const { id } = addPerson(fixture.directory, { role: 'viewer' })
  const peer = addPerson(fixture.directory, { role: 'administrator' })
  laterBy(11 * 60 * 60_000)
  expect((await asAdmin(`people/${peer.id}/reset`, {})).status).toBe(200)
  laterBy(2 * 60 * 60_000)
  const giving = [
    ['people/invitations', { email: 'new@example.com', roles: ['administrator'] }],
    [`people/${id}/roles`, { roles: ['administrator'] }],
    [`people/${peer.id}/reset`, {}],
  ] as const
  for (const [path, body] of giving) {
    const answer = await asAdmin(path, body)
    expect([answer.status, answer.body.type], path).toEqual([403, 'reauthenticate'])
  }
  expect(
    (await asAdmin('people/invitations', { email: 'v@example.com', roles: ['viewer'] })).status,
  ).toBe(200)
  expect((await asAdmin(`people/${id}/reset`, {})).status).toBe(200)

  const password = PASSWORD
  expect((await asAdmin('auth/reauthenticate', { password: 'another' })).status).toBe(401)
  expect((await ask('auth/reauthenticate', { password })).status).toBe(401)
  const elsewhere = { ...admin.headers, origin: 'https://evil.test' }
  expect((await ask('auth/reauthenticate', { password }, elsewhere)).status).toBe(403)
  expect((await asAdmin('people/invitations', giving[0][1])).status).toBe(403)
  expect((await asAdmin('auth/reauthenticate', { password })).status).toBe(200)
  for (const [path, body] of giving) expect((await asAdmin(path, body)).status, path).toBe(200)
})

it('limits failed attempts to confirm the password', async () => {
  const statuses = []
  for (let tries = 0; tries < 12; tries++) {
    statuses.push((await asAdmin('auth/reauthenticate', { password: `wrong ${tries}` })).status)
  }
  expect(statuses[0]).toBe(401)
  expect(statuses.at(-1)).toBe(429)
})

it('lists people and open invitations for people who manage people', async () => {
  await invite('grace@example.com', 'editor')
  const { body } = await asAdmin('people')
  expect(body).toMatchObject({
    roles: ['administrator', 'editor', 'author', 'viewer'].map((name) => ({ name })),
    people: [{ id: admin.id, name: 'The Boss', removed: null, seen: expect.any(String) }],
    invitations: [{ email: 'grace@example.com', roles: ['editor'], maker: 'The Boss' }],
  })
  expect(JSON.stringify(body)).not.toMatch(/scrypt|token/)
})

it('returns the signed-in user for as long as the session is valid', async () => {
  const { headers, id } = await signIn(fixture, { role: 'viewer', name: 'Ada' })
  const session = fixture.lake.sessionOf({ headers })
  expect(session?.user).toEqual({ id, name: 'Ada', email: `${id}@example.com`, roles: ['viewer'] })
  expect(session?.isCurrent()).toBe(true)
  await asAdmin(`people/${id}/remove`, {})
  expect(session?.isCurrent()).toBe(false)
  expect(fixture.lake.sessionOf({ headers })).toBeUndefined()
  expect(fixture.lake.sessionOf({ headers: {} })).toBeUndefined()
})

it("reports a failed sign-in only with the person's id", async () => {
  const { email, id } = addPerson(fixture.directory)
  await ask('auth/login', { email, password: 'wrong' })
  await ask('auth/login', { email: 'nobody@example.com', password: 'wrong' })
  expect(events.slice(-2)).toEqual([
    { action: 'person.refused', by: undefined, subject: id },
    { action: 'person.refused', by: undefined },
  ])
})
