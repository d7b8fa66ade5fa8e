// Tests with a backup and snapshots of 0.2.0. Its snapshots had another manifest, and used pg_dump for PostgreSQL.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readDatabase } from '../../cli/upgrade/data/read-database.ts'
import { readVersionFile } from '../../cli/upgrade/data/version-file.ts'
import { listSnapshots } from '../../cli/upgrade/snapshots.ts'
import { testPostgres } from '../../leads/testing/test-postgres.ts'
import { restore } from '../../server/backups/restoring/restore.ts'
import { root } from '../../server/root.ts'
import { version } from '../../server/version.ts'
import { runSite } from '../running-site.ts'
import { contentsOf, Folders } from './data-folders.ts'
import { createDatabase } from './empty-database.ts'
import { KilledProcesses } from './killed-processes.ts'

const folders = new Folders()
const processes = new KilledProcesses()
beforeAll(() => processes.bundle())
afterAll(() => {
  processes.remove()
  folders[Symbol.dispose]()
})

const leadsIn = (dataDir: string) =>
  readDatabase(join(dataDir, 'leads.db'), ['id'], 'select id from lead')
const without = ({ 'site-id': _, ...others }: Record<string, string>) => others

it('restores a backup of 0.2.0', async () => {
  const dataDir = join(folders.empty(), 'restored')
  const lines: string[] = []
  await restore({
    ...{ address: join(root, 'tests/data-folders/backup-by-0.2.0.tar.age'), s3: {} },
    passphrase: async () => 'six words of mine',
    ...{ dataDir, version, checkStart: async () => {}, say: (line) => void lines.push(line) },
  })
  expect(lines.join('\n')).toMatch(/by version 0\.2\.0/)
  expect(leadsIn(dataDir)).toHaveLength(30)
  expect(readFileSync(join(dataDir, 'lake-token'), 'utf8')).toContain('lake-token')
})

it('rolls back to a snapshot of 0.2.0, and upgrades its data again', async () => {
  const dataDir = folders.unpacked('upgraded-by-0.2.0')
  const before = await contentsOf(folders.unpacked('0.1.0'))
  expect(await runSite({ DATA_DIR: dataDir }, 'rollback')).toMatchObject({ code: 0 })
  expect(without(await contentsOf(dataDir))).toEqual(before)
  expect(readVersionFile(dataDir)).toBeUndefined()
  await processes.run('upgrade', dataDir, 99)
  expect(readVersionFile(dataDir)).toBe(version)
  expect(await listSnapshots(dataDir)).toHaveLength(2)
})

const postgres = await testPostgres()
await postgres?.drop()
const hasPrograms = spawnSync('pg_restore', ['--version']).status === 0

describe.runIf(postgres && hasPrograms)('with leads in PostgreSQL', () => {
  it('rolls back to a snapshot of 0.2.0', async () => {
    const dataDir = folders.unpacked('upgraded-by-0.2.0-postgres')
    const database = await createDatabase()
    try {
      const [name = ''] = readdirSync(join(dataDir, 'snapshots'))
      const dump = join(dataDir, 'snapshots', name, 'leads.dump')
      const options = ['--no-owner', `--dbname=${database.url}`, dump]
      expect(spawnSync('pg_restore', options).status).toBe(0)
      await database.query('delete from lead where id in (select id from lead limit 5)')
      await database.query('create table lead_later (id text)')
      const settings = { DATA_DIR: dataDir, DATABASE_URL: database.url }
      expect(await runSite(settings, 'rollback')).toMatchObject({ code: 0 })
      expect(await database.query('select id from lead')).toHaveLength(20)
      expect(await database.query("select to_regclass('lead_later') as it")).toEqual([{ it: null }])
      expect(readVersionFile(dataDir)).toBeUndefined()
    } finally {
      await database.drop()
    }
  })
})
