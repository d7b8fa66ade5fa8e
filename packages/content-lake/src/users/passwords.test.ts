import { describe, expect, it } from 'vitest'
import { shareAccounts } from '../testing/accounts.ts'
import { addPerson, PASSWORD } from '../testing/people.ts'

const accounts = shareAccounts()
const { ask, asAdmin, invite, join, laterBy } = accounts

describe('a password', () => {
  it('is checked wherever a person sets one', async () => {
    const password = 'password1234'
    expect((await asAdmin('account/password', { former: PASSWORD, password })).status).toBe(400)
    const { id } = addPerson(accounts.fixture.directory, { role: 'viewer' })
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

it('requires the password again before giving a person permission to manage people', async () => {
  const { id } = addPerson(accounts.fixture.directory, { role: 'viewer' })
  const peer = addPerson(accounts.fixture.directory, { role: 'administrator' })
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
  const elsewhere = { ...accounts.admin.headers, origin: 'https://evil.test' }
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
