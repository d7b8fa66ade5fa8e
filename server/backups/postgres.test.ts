import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLeads } from '../../app/leads/leads.ts'
import { testPostgres } from '../../app/leads/testing/test-postgres.ts'
import { countPostgresLeads } from './postgres/dump.ts'
import { restore } from './restoring/restore.ts'
import { backUpToFile } from './taking/back-up.ts'
import { type DataFolder, makeDataFolder } from './testing/data-folder.ts'

const server = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/test'
const hasServer = await testPostgres().then(async (schema) => {
  await schema?.drop()
  return schema !== undefined
})
const hasPrograms = spawnSync('pg_restore', ['--version']).status === 0

describe.runIf(hasServer && hasPrograms)('leads in PostgreSQL', () => {
  const admin = new pg.Pool({ connectionString: server, max: 1 })
  const made: string[] = []
  let data: DataFolder
  beforeAll(async () => {
    data = await makeDataFolder()
  })
  afterAll(async () => {
    for (const name of made) await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
    data.remove()
  })

  async function emptyDatabase(): Promise<string> {
    const name = `halvi_${randomUUID().replaceAll('-', '')}`
    await admin.query(`create database ${name}`)
    made.push(name)
    return Object.assign(new URL(server), { pathname: `/${name}` }).href
  }

  async function storeLead(databaseUrl: string): Promise<void> {
    const log = pino({ level: 'silent' })
    const leads = await createLeads({ dataDir: '/unused', databaseUrl, rateLimit: 'off', log })
    const payload = { email: 'amina@example.com' }
    await leads.receive({ form: 'contact', payload, spam: false, delivered: false })
    await leads.close()
  }

  const restoreFrom = (
    file: string,
    databaseUrl: string,
    folder: string,
    options: Partial<Parameters<typeof restore>[0]> = {},
  ) =>
    restore({
      ...{ address: file, s3: {}, passphrase: async () => undefined, encrypt: false },
      dataDir: join(data.folder, folder),
      databaseUrl,
      version: data.source.version,
      look: async () => {},
      say: () => {},
      ...options,
    })

  it('come back into an empty database, and into no other', async () => {
    const databaseUrl = await emptyDatabase()
    const source = { ...data.source, databaseUrl }
    const before = join(data.folder, 'before.tar')
    // No site has made its tables yet: there is nothing to dump.
    await backUpToFile(source, before)

    await storeLead(databaseUrl)
    const after = join(data.folder, 'after.tar')
    await backUpToFile(source, after)

    const other = await emptyDatabase()
    await restoreFrom(after, other, 'restored')
    expect(await countPostgresLeads(other)).toBe(1)
    await expect(restoreFrom(after, other, 'again')).rejects.toThrow('empty')
    await restoreFrom(before, await emptyDatabase(), 'restored-before')
  })

  it('go on into an empty database where their restore was cut off, and never among others', async () => {
    const [databaseUrl, taken] = [await emptyDatabase(), await emptyDatabase()]
    await storeLead(databaseUrl)
    await storeLead(taken)
    const file = join(data.folder, 'cut-off.tar')
    await backUpToFile({ ...data.source, databaseUrl }, file)
    const first = await emptyDatabase()
    const look = async () => {
      await admin.query(`drop database ${new URL(first).pathname.slice(1)} with (force)`)
    }
    // Everything is checked by then, and it is gone on with when it is called again.
    await expect(restoreFrom(file, first, 'cut-off', { look })).rejects.toThrow(/can't be asked/)
    await expect(restoreFrom(file, taken, 'cut-off')).rejects.toThrow(/holds leads/)
    expect(await countPostgresLeads(taken)).toBe(1)
    const other = await emptyDatabase()
    const said: string[] = []
    await restoreFrom(file, other, 'cut-off', { say: (text) => void said.push(text) })
    expect(said).toContainEqual(expect.stringContaining(new URL(first).pathname))
    expect(await countPostgresLeads(other)).toBe(1)
  })
})
