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
import { KilledProcesses } from './killed-processes.ts'

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

/**
 * Upgrades a data folder and erases a person's leads in it. Resolves to the folder and its data before the upgrade.
 */
async function upgradedAndErased(name: '0.1.0' | 'before-accounts') {
  const dataDir = folders.unpacked(name)
  const before = { contents: await contentsOf(dataDir), leads: leadsIn(dataDir) }
  const migrations = migrationsOf(dataDir)
  await processes.run('upgrade', dataDir, 99)
  const erased = await runSite({ DATA_DIR: dataDir }, 'leads', 'erase', '--email', email, '--yes')
  expect(erased).toMatchObject({ code: 0, stdout: expect.stringContaining('Erased 1 lead') })
  return { dataDir, before: { ...before, migrations } }
}

type DataBefore = Awaited<ReturnType<typeof upgradedAndErased>>['before']

/** Expects the data from before the upgrade, except for the erased lead, which must be gone from all files. */
async function expectRolledBack(dataDir: string, before: DataBefore): Promise<void> {
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
    it('re-applies newer erasures, reports their number, and restores the older tables', async () => {
      const { dataDir, before } = await upgradedAndErased(name)
      const { code, stdout } = await runSite({ DATA_DIR: dataDir }, 'rollback')
      expect({ code, stdout }).toEqual({
        code: 0,
        stdout: expect.stringMatching(/^Re-applied 1 erasure$/m),
      })
      await expectRolledBack(dataDir, before)
      // The older version could start with this data, because this version can upgrade it again.
      await processes.run('upgrade', dataDir, 99)
      expect(readVersionFile(dataDir)).toBe(version)
      expect(leadsIn(dataDir)[0]).toMatchObject({ state: 'erased', payload: '{}' })
    })
  },
)

it('a rollback killed at any step keeps the list of erased leads and restores no erased lead', async () => {
  const { dataDir: upgraded, before } = await upgradedAndErased('before-accounts')
  const after = await contentsOf(upgraded)
  const outcomes: string[] = []
  const every = Array.from({ length: 50 }, (_, step) => step)
  for (const step of times([7, 9], every)) {
    const dataDir = folders.copied(upgraded)
    const { wasKilled } = await processes.run('rollback', dataDir, step)
    // The erased lead is in no file of the data folder at any time: it is erased in the copy of the snapshot first.
    expect(readFileSync(join(dataDir, 'leads.db')).includes(email)).toBe(false)
    const lock = lockUpgrade(dataDir)
    await recover({ DATA_DIR: dataDir, DATABASE_URL: undefined })
    lock.release()
    expect(readJournal(dataDir)).toBeUndefined()
    expect(readdirSync(join(dataDir, 'snapshots')).filter((one) => /staged/.test(one))).toEqual([])
    const isAfter = readVersionFile(dataDir) === version
    outcomes.push(isAfter ? 'unchanged' : 'rolled back')
    if (isAfter) expect(await contentsOf(dataDir)).toEqual(after)
    else await expectRolledBack(dataDir, before)
    if (!wasKilled) break
  }
  expect(new Set(outcomes)).toEqual(new Set(['unchanged', 'rolled back']))
}, 300_000)

it('a rollback merges the current list of erased leads with the list of the snapshot', async () => {
  const dataDir = folders.unpacked('0.1.0')
  const [first, second, third] = leadsIn(dataDir).map(({ id }) => id)
  const list = join(dataDir, 'erased-leads')
  const at = '2026-11-22T20:00:00.000Z'
  writeFileSync(list, `${at} ${first}\n`)
  await processes.run('upgrade', dataDir, 99)
  // A list that was recreated after the upgrade, with a last line that a crash has cut off.
  writeFileSync(list, `${at} ${second}\n${at} ${third?.slice(0, 8)}`)
  const { stdout } = await runSite({ DATA_DIR: dataDir }, 'rollback')
  expect(stdout).toContain('Re-applied 2 erasures')
  const erased = leadsIn(dataDir).filter(({ state }) => state === 'erased')
  expect(erased.map(({ id }) => id)).toEqual([first, second])
  expect(readFileSync(list, 'utf8')).toContain(`\n${at} ${first}\n`)
})
