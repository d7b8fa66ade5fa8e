import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { openLeadsOffice } from 'halvi-leads/office'
import { operator } from 'halvi-leads/permissions'
import { readSettings } from 'halvi-site/settings/settings'
import { type Lake, openAccounts, openLake } from 'local-content-lake'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { roles } from '../../office/accounts/roles.ts'
import { callGroup } from '../call.ts'
import { people } from './group.ts'

let dataDir: string
let lake: Lake

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'people-'))
  lake = await openLake({
    directory: join(dataDir, 'lake'),
    ...{ projectId: 'halvi', dataset: 'production', token: 'a-token' },
    login: { password: 'of the server', roles },
  })
})
afterEach(async () => {
  await lake.close()
  rmSync(dataDir, { recursive: true })
})

/** Runs a command while the lake is open. */
async function run(args: string[], environment: Record<string, string> = {}) {
  const written = { stdout: '', stderr: '' }
  const into = (name: 'stdout' | 'stderr') =>
    new Writable({
      write(chunk, _encoding, done) {
        written[name] += chunk
        done()
      },
    })
  const settings = readSettings({ DATA_DIR: dataDir, ...environment })
  const code = await callGroup(people, args, {
    settings,
    stdin: Readable.from([]),
    stdout: into('stdout'),
    stderr: into('stderr'),
  })
  return { code, ...written }
}

it('prints an invitation link to the site, and lists the invitation', async () => {
  expect((await run(['list'])).stdout).toMatch(/^Nobody has an account yet/)
  const { code, stdout } = await run(['invite', 'Ada@example.com', '--role', 'leads,editor'], {
    SITE_URL: 'https://halvi.test/',
  })
  expect(code).toBe(0)
  expect(stdout).toMatch(/^https:\/\/halvi\.test\/studio#invitation=[\w-]{43}\n.+UTC\.\n$/)
  const list = await run(['list'])
  expect(list.stdout).toMatch(/^Ada@example\.com {2}editor,leads .*invited until/)
  expect((await run(['invite', 'a@example.com', '--role', 'viewer'])).stdout).toContain(
    'http://localhost:3000/studio#',
  )
})

it('adds an entry to the audit log, without the email address', async () => {
  await run(['invite', 'ada@example.com', '--role', 'viewer'])
  const leads = await openLeadsOffice({
    ...{ dataDir, rateLimit: 'off', log: pino({ level: 'silent' }) },
  })
  const { entries } = await leads.audit.list({ limit: 10 })
  await leads.close()
  expect(entries).toMatchObject([
    { action: 'person.invited', by: operator, detail: { roles: ['viewer'] } },
  ])
  expect(JSON.stringify(entries)).not.toContain('ada@')
})

it('resets and removes accounts by email address, but never the last administrator', async () => {
  using accounts = openAccounts({ directory: join(dataDir, 'lake'), roles })
  accounts.addFirst({ name: 'Ada', email: 'ada@example.com', password: 'a hash' })
  const by = { id: 'test', name: 'Test' }
  const { token } = accounts.invite('grace@example.com', ['viewer'], by)
  const { id } = accounts.join(token, { name: 'Grace', password: 'a hash' })
  const reset = await run(['reset', 'GRACE@example.com'])
  const [, secret = ''] = /#reset=([\w-]{43})\n/.exec(reset.stdout) ?? []
  expect(accounts.links.openReset(secret).person.id).toBe(id)
  expect((await run(['remove', 'grace@example.com'])).code).toBe(0)
  expect(lake.profiles().find((person) => person.id === id)).toMatchObject({ removed: true })
  const last = await run(['remove', 'ada@example.com'])
  expect([last.code, last.stderr]).toEqual([1, expect.stringContaining('manage people')])
})

it('removes people together with their invitations, and revokes an invitation by its address', async () => {
  using accounts = openAccounts({ directory: join(dataDir, 'lake'), roles })
  const ada = accounts.addFirst({ name: 'Ada', email: 'ada@example.com', password: 'a hash' })
  const { token } = accounts.invite('grace@example.com', ['administrator'], ada)
  const grace = accounts.join(token, { name: 'Grace', password: 'a hash' })
  accounts.invite('mary@example.com', ['viewer'], grace)
  expect((await run(['remove', 'grace@example.com'])).code).toBe(0)
  expect((await run(['list'])).stdout).not.toContain('mary@')
  accounts.invite('mary@example.com', ['viewer'], ada)
  expect((await run(['remove', 'Mary@example.com'])).code).toBe(0)
  expect((await run(['list'])).stdout).not.toContain('mary@')
  expect((await run(['remove', 'mary@example.com'])).code).toBe(1)
})

it.each([
  [['reset', 'nobody@example.com'], 1, /no account for nobody@example\.com/],
  [['remove', 'nobody@example.com'], 1, /no account for nobody@example\.com/],
  [['invite', 'nobody', '--role', 'viewer'], 1, /email/],
  [
    ['invite', 'a@example.com', '--role', 'root'],
    1,
    /administrator, editor, author, leads, viewer/,
  ],
  [['invite', 'a@example.com'], 2, /--role/],
  [['invite', '--role', 'viewer'], 2, /missing/],
  [['list', 'a@example.com'], 2, /Too many/],
  [['list', '--role', 'viewer'], 2, /--role/],
  [['toString'], 2, /Unknown command/],
  [[], 2, /required/],
  [['list', '--nothing'], 2, /nothing/],
] as const)('reports an error in one line: %j', async (args, expected, reason) => {
  const { code, stdout, stderr } = await run([...args])
  expect([code, stdout]).toEqual([expected, ''])
  expect(stderr).toMatch(/^people: [^\n]+\n$/)
  expect(stderr).toMatch(reason)
})
