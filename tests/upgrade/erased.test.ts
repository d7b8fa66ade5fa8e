import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readJournal } from '../../cli/upgrade/data/journal.ts'
import { readDatabase } from '../../cli/upgrade/data/read-database.ts'
import { readVersionFile } from '../../cli/upgrade/data/version-file.ts'
import { recover } from '../../cli/upgrade/recover.ts'
import { lockUpgrade } from '../../server/data-folder/lock-folder.ts'
import { version } from '../../server/version.ts'
import { times } from '../faults/long.ts'
import { runSite } from '../running-site.ts'
import { contentsOf, Folders } from './data-folders.ts'
import { KilledProcesses } from './killed-process.ts'

const email = 'lead-0@example.com'
const processes = new KilledProcesses()
const folders = new Folders()
beforeAll(() => processes.bundle())
afterAll(() => {
  processes.remove()
  folders[Symbol.dispose]()
})

interface Lead {
  id: string
  state: string
  payload: string
}

const leadsIn = (dataDir: string) => {
  const select = 'select id, state, payload from lead order by id'
  return readDatabase<Lead>(join(dataDir, 'leads.db'), ['id', 'state', 'payload'], select)
}
const migrationsOf = (dataDir: string) =>
  readDatabase(join(dataDir, 'leads.db'), ['name'], 'select name from kysely_migration')
const without = ({ 'leads.db': _, 'erased-leads': __, ...others }: Record<string, string>) => others

/** A folder that was upgraded, in which a person was erased afterwards, and what it was before. */
async function upgradedAndErased(name: '0.1.0' | 'before-accounts') {
  const dataDir = folders.unpacked(name)
  const before = { contents: await contentsOf(dataDir), leads: leadsIn(dataDir) }
  const migrations = migrationsOf(dataDir)
  await processes.run('upgrade', dataDir, 99)
  const erased = await runSite({ DATA_DIR: dataDir }, 'leads', 'erase', '--email', email, '--yes')
  expect(erased).toMatchObject({ code: 0, stdout: expect.stringContaining('Erased 1 lead') })
  return { dataDir, before: { ...before, migrations } }
}

type Former = Awaited<ReturnType<typeof upgradedAndErased>>['before']

/** All is as it was before the upgrade, but for who was erased since, of whom nothing is left. */
async function expectGoneBack(dataDir: string, before: Former): Promise<void> {
  expect(without(await contentsOf(dataDir))).toEqual(without(before.contents))
  expect(migrationsOf(dataDir)).toEqual(before.migrations)
  const [hers, ...others] = leadsIn(dataDir)
  expect(hers).toEqual({ id: before.leads[0]?.id, state: 'erased', payload: '{}' })
  expect(others).toEqual(before.leads.slice(1))
  for (const file of ['leads.db', 'leads.db-wal']) {
    if (!existsSync(join(dataDir, file))) continue
    expect(readFileSync(join(dataDir, file)).includes(email)).toBe(false)
  }
  expect(readFileSync(join(dataDir, 'erased-leads'), 'utf8')).toContain(before.leads[0]?.id)
}

describe.each(times(['0.1.0'] as const, ['0.1.0', 'before-accounts'] as const))(
  'a rollback to the data of %s',
  (name) => {
    it('erases again who was erased since, says how many, and leaves its tables', async () => {
      const { dataDir, before } = await upgradedAndErased(name)
      const { code, stdout } = await runSite({ DATA_DIR: dataDir }, 'rollback')
      expect({ code, stdout }).toEqual({
        code: 0,
        stdout: expect.stringMatching(/^Re-applied 1 erasure$/m),
      })
      await expectGoneBack(dataDir, before)
      // Its own version would start on it: this one's migrations and its site do.
      await processes.run('upgrade', dataDir, 99)
      expect(readVersionFile(dataDir)).toBe(version)
      expect(leadsIn(dataDir)[0]).toMatchObject({ state: 'erased', payload: '{}' })
    })
  },
)

it('neither loses the list nor brings anybody back, at whatever step kill -9 ends a rollback', async () => {
  const { dataDir: upgraded, before } = await upgradedAndErased('before-accounts')
  const after = await contentsOf(upgraded)
  const outcomes: string[] = []
  const every = Array.from({ length: 50 }, (_, step) => step)
  for (const step of times([7, 9], every)) {
    const dataDir = folders.copied(upgraded)
    const { wasKilled } = await processes.run('rollback', dataDir, step)
    // Whatever starts on it even then finds nobody: no lead has its place before they are erased.
    expect(readFileSync(join(dataDir, 'leads.db')).includes(email)).toBe(false)
    const lock = lockUpgrade(dataDir)
    await recover({ DATA_DIR: dataDir, DATABASE_URL: undefined })
    lock.release()
    expect(readJournal(dataDir)).toBeUndefined()
    expect(readdirSync(join(dataDir, 'snapshots')).filter((one) => /staged/.test(one))).toEqual([])
    const isAfter = readVersionFile(dataDir) === version
    outcomes.push(isAfter ? 'as it was' : 'gone back')
    if (isAfter) expect(await contentsOf(dataDir)).toEqual(after)
    else await expectGoneBack(dataDir, before)
    if (!wasKilled) break
  }
  expect(new Set(outcomes)).toEqual(new Set(['as it was', 'gone back']))
}, 300_000)

it('puts the list of what is there together with that of the snapshot', async () => {
  const dataDir = folders.unpacked('0.1.0')
  const [first, second, third] = leadsIn(dataDir).map(({ id }) => id)
  const list = join(dataDir, 'erased-leads')
  const at = '2026-11-22T20:00:00.000Z'
  writeFileSync(list, `${at} ${first}\n`)
  await processes.run('upgrade', dataDir, 99)
  // As one that was made anew, and whose last line a crash has cut off.
  writeFileSync(list, `${at} ${second}\n${at} ${third?.slice(0, 8)}`)
  const { stdout } = await runSite({ DATA_DIR: dataDir }, 'rollback')
  expect(stdout).toContain('Re-applied 2 erasures')
  const erased = leadsIn(dataDir).filter(({ state }) => state === 'erased')
  expect(erased.map(({ id }) => id)).toEqual([first, second])
  expect(readFileSync(list, 'utf8')).toContain(`\n${at} ${first}\n`)
})
