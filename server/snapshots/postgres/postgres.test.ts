import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createLeads } from 'halvi-leads'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { testPostgres } from '../../../leads/testing/test-postgres.ts'
import { backUpToFile, backUpToRepository } from '../../backups/back-up.ts'
import { FileWriter } from '../../backups/file-writer.ts'
import { RepositoryWriter } from '../../backups/repository/repository.ts'
import { restore } from '../../backups/restoring/restore.ts'
import { folderStore } from '../../backups/stores/folder-store.ts'
import { type DataFolder, makeDataFolder } from '../../backups/testing/data-folder.ts'
import { OperatorError } from '../../operator-error.ts'
import { countPostgresLeads } from './leads.ts'

const server = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/test'
const hasServer = await testPostgres().then(async (schema) => {
  await schema?.drop()
  return schema !== undefined
})
const hasPrograms = spawnSync('pg_restore', ['--version']).status === 0

describe.runIf(hasServer)('leads in PostgreSQL', () => {
  const admin = new pg.Pool({ connectionString: server, max: 1 })
  const databases: string[] = []
  let data: DataFolder
  beforeAll(async () => {
    data = await makeDataFolder()
  })
  afterEach(() => vi.unstubAllEnvs())
  afterAll(async () => {
    for (const name of databases) await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
    data.remove()
  })

  async function emptyDatabase(): Promise<string> {
    const name = `halvi_${randomUUID().replaceAll('-', '')}`
    await admin.query(`create database ${name}`)
    databases.push(name)
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
      checkStart: async () => {},
      say: () => {},
      ...options,
    })

  it('are restored only into an empty database', async () => {
    const databaseUrl = await emptyDatabase()
    const source = { ...data.source, databaseUrl }
    const before = join(data.folder, 'before.tar')
    // No site has created its tables yet, so there is nothing to export.
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

  it('are imported into an empty database when an interrupted restore is resumed, and not into one with leads', async () => {
    const [databaseUrl, taken] = [await emptyDatabase(), await emptyDatabase()]
    await storeLead(databaseUrl)
    await storeLead(taken)
    const file = join(data.folder, 'cut-off.tar')
    await backUpToFile({ ...data.source, databaseUrl }, file)
    const first = await emptyDatabase()
    const checkStart = async () => {
      await admin.query(`drop database ${new URL(first).pathname.slice(1)} with (force)`)
    }
    // At this point everything has been checked, so the next call resumes here.
    await expect(restoreFrom(file, first, 'cut-off', { checkStart })).rejects.toThrow(
      /can't be used/,
    )
    await expect(restoreFrom(file, taken, 'cut-off')).rejects.toThrow(/already has leads/)
    expect(await countPostgresLeads(taken)).toBe(1)
    const other = await emptyDatabase()
    const said: string[] = []
    await restoreFrom(file, other, 'cut-off', { say: (text) => void said.push(text) })
    expect(said).toContainEqual(expect.stringContaining(new URL(first).pathname))
    expect(await countPostgresLeads(other)).toBe(1)
  })

  /**
   * Resolves to the definitions and rows of all tables. Rows are text, so that null and 'null', or 1.0 and 1, differ.
   */
  async function everythingIn(databaseUrl: string): Promise<unknown> {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    const rowsOf = async (sql: string) => (await client.query(sql)).rows
    try {
      const tables = await rowsOf(
        "select tablename as name from pg_tables where schemaname = 'public' order by name",
      )
      const rows: Record<string, unknown> = {}
      for (const { name } of tables) {
        // A restored database must not send mail as the one that was backed up.
        const row = name === 'lead_mail' ? "to_jsonb(t) - 'sender'" : 't'
        rows[name] = await rowsOf(`select (${row})::text from "${name}" t order by 1`)
      }
      return {
        columns:
          await rowsOf(`select c.relname, a.attname, format_type(atttypid, atttypmod), attnotnull,
          attstorage, attcollation, reloptions, pg_get_expr(adbin, adrelid)
          from pg_attribute a join pg_class c on c.oid = attrelid
          left join pg_attrdef d on d.adrelid = c.oid and d.adnum = attnum
          where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0
          order by relname, attnum`),
        indexes: await rowsOf(
          "select indexdef from pg_indexes where schemaname = 'public' order by indexdef",
        ),
        constraints:
          await rowsOf(`select conname, contype, pg_get_constraintdef(oid) from pg_constraint
          where connamespace = 'public'::regnamespace order by conname`),
        rows,
      }
    } finally {
      await client.end()
    }
  }

  it('are restored with all column types without any program of PostgreSQL', async () => {
    vi.stubEnv('PATH', '/nowhere')
    const databaseUrl = await emptyDatabase()
    await storeLead(databaseUrl)
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query(`
      update lead set last_error = E'line 1\\nline 2 \\u2028 "quoted" \\\\ tab\\t \\u0001 😀';
      create table "lead_odd Types" (
        id bigint primary key, "at ""time" timestamptz default now(), day date, span interval, data jsonb, raw json,
        bytes bytea, exact numeric(30, 10), approximate double precision, flag boolean, list text[],
        short char(4), sorted text collate "C", terms tsvector, check (id <> 7)
      ) with (fillfactor = 70);
      create index "odd; index" on "lead_odd Types" using gin (terms) where flag;
      insert into "lead_odd Types" values
        (9223372036854775807, '2026-11-26 10:00:00.123456+05:30', '0044-03-15 BC', '1 year -3 days 04:05:06.789',
          '{"n": 12345678901234567890.10, "u": "\\u2028"}', '{"b" :1,  "a":null}', '\\x00ff0a', 1.5, 'NaN', true,
          array['a,b', null, '"', '{}'], 'ab', 'É', 'a:1A b:2'),
        (1, null, 'infinity', null, 'null', 'null', '', 0, 0.1, false, '{}', '', '', ''),
        (2, '-infinity', null, null, null, null, null, null, 1e-300, null, null, null, null, null);
    `)
    await client.query(
      `insert into lead (id, form, payload, fingerprint, spam, state, attempts, created_at)
        select 'id' || n, 'contact', repeat('x', n), 'f' || n, 0, 'stored', 0, 'now' from generate_series(1, 1501) n`,
    )
    const file = join(data.folder, 'odd.tar')
    await backUpToFile({ ...data.source, databaseUrl }, file)
    await client.end()
    const other = await emptyDatabase()
    await restoreFrom(file, other, 'restored-odd')
    expect(await everythingIn(other)).toEqual(await everythingIn(databaseUrl))
    expect(await countPostgresLeads(other)).toBe(1502)
  })

  it('make a backup fail if they can’t be read', async () => {
    const file = join(data.folder, 'unreachable.tar')
    const databaseUrl = Object.assign(new URL(server), { pathname: '/no_such_database' }).href
    await expect(backUpToFile({ ...data.source, databaseUrl }, file)).rejects.toThrow(OperatorError)
    expect(existsSync(file)).toBe(false)
  })

  it.runIf(hasPrograms)(
    'are restored from a backup of an earlier version with pg_restore',
    async () => {
      const databaseUrl = await emptyDatabase()
      await storeLead(databaseUrl)
      const dump = join(data.folder, 'leads.dump')
      const options = [
        '--format=custom',
        '--table=lead*',
        '--table=kysely_*',
        `--file=${dump}`,
        databaseUrl,
      ]
      expect(spawnSync('pg_dump', options).status).toBe(0)
      const repository = join(data.folder, 'earlier')
      const target = {
        address: repository,
        s3: {},
        passphrase: async () => undefined,
        encrypt: false,
      }
      const { manifest } = await backUpToRepository(data.source, target)
      const store = folderStore(repository)
      const writer = new RepositoryWriter(store)
      const storer = new FileWriter(writer)
      await storer.copy(data.folder, 'leads.dump')
      const files = [...manifest.files, ...(await storer.end())]
      await writer.putManifest({ ...manifest, files, leads: 'dump', number: 2 })
      const other = await emptyDatabase()
      await restoreFrom(repository, other, 'restored-earlier')
      expect(await everythingIn(other)).toEqual(await everythingIn(databaseUrl))
      vi.stubEnv('PATH', '/nowhere')
      const again = restoreFrom(repository, await emptyDatabase(), 'without-programs')
      await expect(again).rejects.toThrow(/pg_restore, which is not installed/)
    },
  )
})
