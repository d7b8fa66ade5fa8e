import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { testPostgres } from '../../packages/leads/testing/test-postgres.ts'
import { readManifest } from '../../server/backup/manifest.ts'
import { shareBackup } from '../share-backup.ts'

const shared = shareBackup()
const { inFolder, backup, start, halvi, apply, restored } = shared

describe('a second backup at the same time', () => {
  it('of the same data is rejected, and the first one is complete', async () => {
    const DATA_DIR = shared.site.dataDir
    const target = inFolder('twice')
    for (const delay of [0, 200, 400, 800]) {
      const results = await Promise.all(
        [0, delay].map(async (ms) => {
          await pause(ms)
          return halvi({ DATA_DIR }, 'backup', target)
        }),
      )
      for (const { code, stderr } of results) {
        if (code !== 0) expect(stderr).toMatch(/Another backup of .* is running/)
      }
      expect(results.some(({ code }) => code === 0)).toBe(true)
      await readManifest(target)
    }
    expect(readdirSync(inFolder('.')).filter((name) => name.startsWith('twice'))).toEqual(['twice'])
  }, 120_000)
})

describe('leads in PostgreSQL', async () => {
  const postgres = await testPostgres()
  afterAll(() => postgres?.drop())

  it.runIf(postgres)(
    'are part of a backup, with pg_dump',
    async () => {
      const settings = { DATABASE_URL: postgres?.url ?? '', DATA_DIR: inFolder('with postgres') }
      mkdirSync(inFolder('bin'))
      symlinkSync(process.execPath, inFolder('bin/node'))
      const running = await start(settings)
      await apply(running, 'dina@example.com')
      await running.stop()
      const folder = inFolder('backup with postgres')
      const without = await halvi({ ...settings, PATH: inFolder('bin') }, 'backup', folder)
      expect(without).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('postgresql-client'),
      })
      expect(existsSync(folder)).toBe(false)
      expect(await halvi(settings, 'backup', folder)).toMatchObject({ code: 0, stderr: '' })
      const DATA_DIR = inFolder('restored with postgres')
      const occupied = await halvi({ ...settings, DATA_DIR }, 'restore', folder)
      expect(occupied).toMatchObject({ code: 1, stderr: expect.stringContaining('already exists') })
      const { rows } = (await postgres?.query(
        "select tablename from pg_tables where schemaname = current_schema() and tablename ~ '^(lead|kysely)'",
      )) ?? { rows: [] }
      const tables = rows.map(({ tablename }) => tablename).join(', ')
      await postgres?.query(`drop table ${tables} cascade`)
      expect(await halvi({ ...settings, DATA_DIR }, 'restore', folder)).toMatchObject({ code: 0 })
      const leads = await postgres?.query('select payload from lead')
      expect(leads?.rows.map(({ payload }) => JSON.parse(payload).email)).toEqual([
        'dina@example.com',
      ])
      const again = await start({ ...settings, DATA_DIR })
      await again.stop()
    },
    120_000,
  )
})

describe('restic', () => {
  const run = (...args: string[]) =>
    spawnSync('restic', args, {
      encoding: 'utf8',
      env: {
        ...process.env,
        RESTIC_REPOSITORY: inFolder('repository'),
        RESTIC_PASSWORD: 'a secret',
      },
    })
  const isInstalled = () => run('version').status === 0
  if (!isInstalled() && process.getuid?.() === 0) {
    spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', 'restic'])
  }

  it('keeps encrypted copies of a backup elsewhere, as the guide says', async (context) => {
    if (!isInstalled()) return context.skip('restic is missing')
    for (const args of [
      ['init'],
      ['backup', '--host', 'first', backup],
      ['unlock'],
      ['backup', '--host', 'second', backup],
      [
        'forget',
        '--group-by',
        'paths',
        '--keep-daily',
        '7',
        '--keep-weekly',
        '4',
        '--keep-monthly',
        '12',
        '--prune',
      ],
      ['check', '--read-data'],
      ['restore', 'latest', '--target', inFolder('from restic')],
    ]) {
      const { status, stderr } = run(...args)
      expect({ status, stderr }).toMatchObject({ status: 0 })
    }
    // Of the two on this day.
    expect(JSON.parse(run('snapshots', '--json').stdout)).toHaveLength(1)
    const { page, emails } = await restored(join(inFolder('from restic'), backup), 'with restic')
    expect(page).toBe(200)
    expect(emails).toContain(shared.before[0])
  }, 120_000)
})
