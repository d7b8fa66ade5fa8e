import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLeads } from 'halvi-leads'
import { readSettings } from 'halvi-site/settings/settings'
import { openLake } from 'local-content-lake'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startSmtp } from '../../packages/leads/mail/testing/test-smtp.ts'
import { testPostgres } from '../../packages/leads/testing/test-postgres.ts'
import { checkDatabases } from './checks/databases.ts'
import { checkDisk, checkPermissions } from './checks/files.ts'
import type { Check } from './checks/finding.ts'
import { checkMail } from './checks/mail.ts'
import { checkPort } from './checks/port.ts'
import { checkSettings } from './checks/settings.ts'

const log = pino({ level: 'silent' })
let dataDir: string

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'doctor-'))
  const lake = await openLake({
    directory: join(dataDir, 'lake'),
    ...{ projectId: 'halvi', dataset: 'production', token: 'a-token' },
  })
  await lake.close()
  await (await createLeads({ dataDir, rateLimit: 'off', log })).close()
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const runCheck = async (check: Check, environment: Record<string, string> = {}) => {
  const settings = readSettings({ DATA_DIR: dataDir, ...environment })
  return [await check(settings, AbortSignal.timeout(30_000))].flat()
}

it('reports ok for an intact data folder', async () => {
  for (const check of [checkDatabases, checkPermissions, checkDisk]) {
    expect(await runCheck(check)).toMatchObject([{ status: 'ok' }])
  }
})

it('reports ok for a data folder that does not exist yet, and does not create it', async () => {
  const DATA_DIR = join(dataDir, 'not', 'yet')
  for (const check of [checkDatabases, checkPermissions, checkDisk]) {
    expect(await runCheck(check, { DATA_DIR })).toMatchObject([{ status: 'ok' }])
  }
  expect(readdirSync(dataDir)).not.toContain('not')
})

describe('checkDatabases', () => {
  it('names damaged databases', async () => {
    const file = join(dataDir, 'lake/lake.db')
    truncateSync(file, statSync(file).size - 4096)
    writeFileSync(join(dataDir, 'leads.db'), 'no database'.repeat(1000))
    expect(await runCheck(checkDatabases)).toMatchObject([
      { status: 'FAIL', found: expect.stringContaining('lake.db is damaged') },
      { status: 'FAIL', found: expect.stringContaining('leads.db is damaged') },
    ])
  })

  it('connects to PostgreSQL, and shows no password', async ({ skip }) => {
    const DATABASE_URL = 'postgres://halvi:secret-word@127.0.0.1:1/halvi'
    const found = await runCheck(checkDatabases, { DATABASE_URL })
    expect(found.at(-1)).toMatchObject({ status: 'FAIL' })
    expect(JSON.stringify(found)).not.toContain('secret-word')
    const postgres = await testPostgres()
    if (!postgres) return skip()
    expect(await runCheck(checkDatabases, { DATABASE_URL: postgres.url })).toMatchObject([
      { status: 'ok', found: expect.stringContaining('PostgreSQL is available') },
    ])
    await postgres.drop()
  })
})

describe('checkPermissions', () => {
  it('names files that other users may read', async () => {
    chmodSync(join(dataDir, 'leads.db'), 0o644)
    expect(await runCheck(checkPermissions)).toMatchObject([
      { status: 'FAIL', found: expect.stringMatching(/may read .*leads\.db$/) },
    ])
  })

  it.runIf(process.getuid?.() === 0)('names files of another owner', async () => {
    const path = join(dataDir, 'lake/users.db')
    appendFileSync(path, '')
    chownSync(path, 4321, 4321)
    const found = expect.stringContaining(`${path} (user 4321)`)
    expect(await runCheck(checkPermissions)).toContainEqual(
      expect.objectContaining({ status: 'FAIL', found }),
    )
  })
})

it.each([
  ['correct settings', { SITE_URL: 'https://a.test', TRUST_PROXY: '1', HOST: '127.0.0.1' }, 'ok'],
  ['a missing SITE_URL', {}, 'warn'],
  ['a SITE_URL without TLS', { SITE_URL: 'http://a.test' }, 'warn'],
  ['a proxy that is not trusted', { SITE_URL: 'https://a.test' }, 'FAIL'],
])('checkSettings reports %s', async (_case, environment, status) => {
  const settings = environment as Record<string, string>
  expect(await runCheck(checkSettings, settings)).toMatchObject([{ status }])
})

it('checkPort distinguishes a free port, another program, and a site that is not ready', async () => {
  let answer: RequestListener = (_request, response) => response.writeHead(404).end('no JSON')
  const server = createServer((request, response) => answer(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const PORT = String((server.address() as AddressInfo).port)
  const check = () => runCheck(checkPort, { PORT, HOST: '127.0.0.1' })
  expect(await check()).toMatchObject([{ status: 'FAIL', found: /another program/ }].map(matching))
  const site = (failing: string[]): RequestListener => {
    return ({ url }, response) =>
      response.end(JSON.stringify(url === '/healthz' ? { status: 'up' } : { failing }))
  }
  answer = site(['leads'])
  expect(await check()).toMatchObject(
    [{ status: 'FAIL', found: /not ready: .*leads/ }].map(matching),
  )
  answer = ({ url }, response) =>
    response.end(JSON.stringify({ status: url === '/healthz' ? 'up' : 'ready' }))
  expect(await check()).toMatchObject([{ status: 'ok' }])
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  expect(await check()).toMatchObject([{ status: 'ok', found: /is free/ }].map(matching))
})

const matching = ({ status, found }: { status: string; found: RegExp }) => ({
  status,
  found: expect.stringMatching(found),
})

it('checkMail logs in without sending', async () => {
  const smtp = await startSmtp({
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      done(password === 'right' ? null : new Error(`no ${username}`), { user: username }),
  })
  const check = (login: string) => {
    const SMTP_URL = smtp.url.replace('//', `//${login}@`)
    const MAIL_FROM = 'Halvi <hello@mail.example.com>'
    return checkMail(readSettings({ SMTP_URL, MAIL_FROM }))
  }
  expect(await check('amina:right')).toMatchObject({ status: 'ok' })
  expect(smtp.received).toEqual([])
  const wrong = await check('amina:secret-word')
  expect(wrong).toMatchObject({ status: 'FAIL', found: expect.stringContaining('EAUTH') })
  expect(JSON.stringify(wrong)).not.toMatch(/secret-word|amina/)
  await smtp.close()
})
