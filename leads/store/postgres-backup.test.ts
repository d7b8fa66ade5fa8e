import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { createLeads } from '../leads.ts'
import { testPostgres } from '../testing/test-postgres.ts'

const server = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/test'
const hasServer = await testPostgres().then(async (schema) => {
  await schema?.drop()
  return schema !== undefined
})
const hasPrograms = spawnSync('pg_restore', ['--version']).status === 0
if (hasServer && !hasPrograms) {
  console.info('pg_dump and pg_restore are not installed: the backup of PostgreSQL is not tested')
}

const page = readFileSync(new URL('../../docs/operate/leads.md', import.meta.url), 'utf8')
/** Returns a command from docs/operate/leads.md, so that the document stays correct. */
const command = (program: string) => new RegExp(`^ *(.*${program} --.*)$`, 'm').exec(page)?.[1]

describe.runIf(hasServer && hasPrograms)(
  'a PostgreSQL backup with the commands in docs/operate/leads.md',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'dump-'))
    const admin = new pg.Pool({ connectionString: server, max: 1 })
    const createdDatabases: string[] = []
    afterAll(async () => {
      for (const name of createdDatabases) await admin.query(`drop database ${name} with (force)`)
      await admin.end()
      rmSync(folder, { recursive: true })
    })

    async function emptyDatabase(): Promise<string> {
      const name = `halvi_${randomUUID().replaceAll('-', '')}`
      await admin.query(`create database ${name}`)
      createdDatabases.push(name)
      return Object.assign(new URL(server), { pathname: `/${name}` }).href
    }

    /** Runs work with a site's leads, from start to shutdown. */
    async function site<Result>(databaseUrl: string, work: (leads: Leads) => Promise<Result>) {
      const rateLimit = { submissions: 5, seconds: 600 }
      const log = pino({ level: 'silent' })
      const leads = await createLeads({ dataDir: '/unused', databaseUrl, rateLimit, log })
      const result = await work(leads)
      await leads.close()
      return result
    }
    type Leads = Awaited<ReturnType<typeof createLeads>>

    function run(program: string, databaseUrl: string) {
      const env = { ...process.env, DATABASE_URL: databaseUrl }
      const { status, stderr } = spawnSync('/bin/sh', ['-c', command(program) ?? 'false'], {
        cwd: folder,
        env,
      })
      expect({ status, stderr: String(stderr) }).toEqual({ status: 0, stderr: '' })
    }

    const submission = {
      form: 'contact',
      payload: { name: 'Amina' },
      spam: false,
      delivered: false,
    }
    const count = (leads: Leads) => leads.count(new Date(0))

    it('can be restored into an empty database and over existing data', async () => {
      const source = await emptyDatabase()
      await site(source, async (leads) => {
        await leads.consume('contact', '192.0.2.1')
        await leads.receive(submission)
        run('pg_dump', source)
      })
      const [dump = ''] = readdirSync(folder)
      expect(statSync(join(folder, dump)).mode & 0o777).toBe(0o600)

      const [empty, used] = [await emptyDatabase(), await emptyDatabase()]
      await site(used, async (leads) => {
        await leads.receive({ ...submission, payload: { name: 'Bilal' } })
        await leads.receive({ ...submission, payload: { name: 'Maryam' } })
      })
      for (const target of [empty, used]) {
        run('pg_restore', target)
        const both = await site(target, async (leads) => {
          await leads.check()
          await leads.receive(submission)
          const before = await count(leads)
          await leads.receive({ ...submission, payload: { name: 'Bilal' } })
          return [before, await count(leads)]
        })
        expect(both).toMatchObject([
          { contact: { total: 1, since: 1 } },
          { contact: { total: 2, since: 2 } },
        ])
      }
    })
  },
)
