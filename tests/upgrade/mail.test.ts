import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createLeads } from 'halvi-leads'
import { pino } from 'pino'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeVersionFile } from '../../cli/upgrade/data/version-file.ts'
import { plainMessage } from '../../leads/mail/testing/test-mail.ts'
import { smtpError, startSmtp, type TestSmtp } from '../../leads/mail/testing/test-smtp.ts'
import { eventually } from '../../leads/testing/test-leads.ts'
import { testDatabase, testPostgres } from '../../leads/testing/test-postgres.ts'
import { application, send } from '../faults/visitors.ts'
import { runSite, startSite } from '../running-site.ts'
import { Folders } from './data-folders.ts'

const hasPostgres = await testPostgres().then(async (schema) => {
  await schema?.drop()
  return schema !== undefined
})
const folders = new Folders()
afterAll(() => folders[Symbol.dispose]())

let smtp: TestSmtp
let opened: Awaited<ReturnType<typeof open>> | undefined
beforeEach(async () => {
  smtp = await startSmtp()
})
afterEach(async () => {
  await opened?.close()
  opened = undefined
  await smtp.close()
})

const slowly = { timeout: 30_000 }

/** Opens the leads like a site that sends mail. */
const open = (dataDir: string, databaseUrl?: string) =>
  createLeads({
    dataDir,
    databaseUrl,
    rateLimit: 'off',
    log: pino({ level: 'silent' }),
    mail: {
      smtp: { url: smtp.url, from: 'hello@halvi.test' },
      siteUrl: () => 'https://halvi.test',
      render: plainMessage,
      confirms: true,
      sending: { pollMs: 5, timeoutMs: 1_000, schedule: Array(500).fill(0.01) },
    },
  })

/** Stores an application whose message can't be sent yet, and closes the leads. */
async function queueMessage(dataDir: string, databaseUrl?: string): Promise<void> {
  smtp.behavior.onConnect = () => smtpError(421)
  const leads = await open(dataDir, databaseUrl)
  const payload = { type: 'waitlist_application', name: 'Amina', email: 'amina@example.com' }
  await leads.receive({ form: 'waitlist', payload, spam: false, delivered: false })
  const settings = settingsOf(dataDir, databaseUrl)
  await expect.poll(() => statusOf(settings), slowly).toMatch(/confirm +pending +1/)
  await leads.close()
  delete smtp.behavior.onConnect
}

const settingsOf = (dataDir: string, databaseUrl?: string): Record<string, string> => ({
  DATA_DIR: dataDir,
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
})
const statusOf = async (settings: Record<string, string>) =>
  (await runSite(settings, 'leads', 'mail')).stdout

/** Opens the leads, and expects that the queued message is sent. */
async function expectSent(dataDir: string, databaseUrl?: string): Promise<void> {
  const before = smtp.received.length
  opened = await open(dataDir, databaseUrl)
  await eventually(() => expect(smtp.received).toHaveLength(before + 1))
  await opened.close()
}

/** Opens the leads, and expects that the queued message is sent only after an operator has released it. */
async function expectHeld(dataDir: string, databaseUrl?: string): Promise<void> {
  const before = smtp.received.length
  const settings = settingsOf(dataDir, databaseUrl)
  expect(await statusOf(settings)).toContain('on hold')
  opened = await open(dataDir, databaseUrl)
  await expect.poll(() => statusOf(settings), slowly).toMatch(/confirm +held +1/)
  expect(smtp.received).toHaveLength(before)
  const { code, stdout } = await runSite(settings, 'leads', 'mail', 'release', '--yes')
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('1 message') })
  await eventually(() => expect(smtp.received).toHaveLength(before + 1))
  await opened.close()
}

it('queued mail is sent after a restart and an upgrade, and held after a rollback', async () => {
  const dataDir = folders.unpacked('upgraded-by-0.2.0')
  const start = () =>
    startSite({ DATA_DIR: dataDir, SMTP_URL: smtp.url, MAIL_FROM: 'hello@halvi.test' })
  const queue = async () => {
    smtp.behavior.onConnect = () => smtpError(421)
    const site = await start()
    await send(site.url, application())
    await expect.poll(() => statusOf({ DATA_DIR: dataDir }), slowly).toMatch(/confirm +pending +1/)
    expect(await site.stop()).toBe(0)
    expect(site.lines.filter((line) => line.includes('"mail on"'))).toHaveLength(1)
    delete smtp.behavior.onConnect
  }
  const expectReceived = async (count: number) => {
    const site = await start()
    await expect.poll(() => smtp.received.length, slowly).toBe(count)
    expect(await site.stop()).toBe(0)
  }
  expect(await runSite({ DATA_DIR: dataDir }, 'halvi', 'upgrade')).toMatchObject({ code: 0 })
  await queue()
  await expectReceived(1)
  await queue()
  // Makes the data older than the program.
  writeVersionFile(dataDir, '0.1.9')
  expect(await runSite({ DATA_DIR: dataDir }, 'halvi', 'upgrade')).toMatchObject({ code: 0 })
  await expectReceived(2)
  expect(await runSite({ DATA_DIR: dataDir }, 'rollback')).toMatchObject({ code: 0 })
  await expectHeld(dataDir)
})

describe.each(hasPostgres ? ['SQLite', 'PostgreSQL'] : ['SQLite'])('with leads in %s', (kind) => {
  it('queued mail is held after a restore', async () => {
    const database = kind === 'PostgreSQL' ? await testDatabase() : undefined
    const url = database?.url
    const dataDir = folders.unpacked('upgraded-by-0.2.0')
    // The leads are in PostgreSQL instead. Otherwise the upgrade would miss those of this file.
    if (url) rmSync(join(dataDir, 'leads.db'))
    const [file, restored] = [join(folders.empty(), 'all.tar'), join(folders.empty(), 'data')]
    expect(await runSite(settingsOf(dataDir, url), 'halvi', 'upgrade')).toMatchObject({ code: 0 })
    await queueMessage(dataDir, url)
    const backedUp = await runSite(settingsOf(dataDir, url), 'halvi', 'backup', file)
    expect(backedUp).toMatchObject({ code: 0 })
    await expectSent(dataDir, url)
    // Into the same database, after it was emptied.
    await database?.query('drop schema public cascade; create schema public')
    const { code, stderr } = await runSite(settingsOf(restored, url), 'halvi', 'restore', file)
    expect({ code, stderr }).toMatchObject({ code: 0 })
    await expectHeld(restored, url)
    await database?.drop()
  })
})

it('queued mail is held in a copied data folder, and sent in the original', async () => {
  const dataDir = folders.unpacked('upgraded-by-0.2.0')
  expect(await runSite({ DATA_DIR: dataDir }, 'halvi', 'upgrade')).toMatchObject({ code: 0 })
  await queueMessage(dataDir)
  const copy = join(folders.empty(), 'copy')
  spawnSync('cp', ['-a', dataDir, copy])
  await expectSent(dataDir)
  await expectHeld(copy)
})
