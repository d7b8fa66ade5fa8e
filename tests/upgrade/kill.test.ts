import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readJournal } from '../../cli/upgrade/data/journal.ts'
import { readState } from '../../cli/upgrade/data/state.ts'
import { readVersionFile } from '../../cli/upgrade/data/version-file.ts'
import { recover } from '../../cli/upgrade/recover.ts'
import { listSnapshots } from '../../cli/upgrade/snapshots.ts'
import { lockUpgrade } from '../../server/data-folder/lock-folder.ts'
import { version } from '../../server/version.ts'
import { times } from '../faults/long.ts'
import { contentsOf, Folders } from './data-folders.ts'
import { KilledProcesses } from './killed-processes.ts'

const processes = new KilledProcesses()
let folders: Folders
beforeAll(() => processes.bundle())
afterAll(() => processes.remove())
beforeEach(() => {
  folders = new Folders()
})
afterEach(() => folders[Symbol.dispose]())

/** Returns all steps in long test runs, and otherwise the steps around the largest changes. */
const stepsOf = (few: readonly number[]) =>
  times(
    few,
    Array.from({ length: 50 }, (_, step) => step),
  )

/** Recovers from the interruption, like the next start does. */
async function recoverLikeStart(dataDir: string): Promise<void> {
  const lock = lockUpgrade(dataDir)
  await recover({ DATA_DIR: dataDir, DATABASE_URL: undefined })
  lock.release()
  expect(readJournal(dataDir)).toBeUndefined()
  const left = existsSync(join(dataDir, 'snapshots')) ? readdirSync(join(dataDir, 'snapshots')) : []
  expect(left.filter((name) => /making|staged/.test(name))).toEqual([])
}

const isUpgraded = async (dataDir: string) => {
  const state = await readState({ DATA_DIR: dataDir, DATABASE_URL: undefined })
  return !state.needsUpgrade && state.version === version
}

describe.each(times(['before-accounts'] as const, ['before-accounts', '0.1.0'] as const))(
  'the data folder %s',
  (name) => {
    it('is unchanged or upgraded after an upgrade is killed at any step', async () => {
      const before = await contentsOf(folders.unpacked(name))
      const outcomes: string[] = []
      for (const step of stepsOf([3, 5, 8])) {
        const dataDir = folders.unpacked(name)
        const { wasKilled } = await processes.run('upgrade', dataDir, step)
        await recoverLikeStart(dataDir)
        if (await isUpgraded(dataDir)) {
          outcomes.push('upgraded')
          expect(await listSnapshots(dataDir)).toHaveLength(1)
        } else {
          outcomes.push('unchanged')
          expect(await contentsOf(dataDir)).toEqual(before)
          expect(await listSnapshots(dataDir)).toEqual([])
        }
        if (!wasKilled) break
      }
      expect(new Set(outcomes)).toEqual(new Set(['unchanged', 'upgraded']))
      expect(outcomes.lastIndexOf('unchanged')).toBeLessThan(outcomes.indexOf('upgraded'))
    }, 300_000)

    it('is restored after a recovery is killed at any step', async () => {
      const migrated = folders.unpacked(name)
      const before = await contentsOf(migrated)
      const { steps } = await processes.run('upgrade', migrated, 5)
      expect(steps.at(-1)).toBe('checking the data')
      for (const step of stepsOf([3])) {
        const dataDir = folders.copied(migrated)
        const { wasKilled } = await processes.run('recover', dataDir, step)
        await recoverLikeStart(dataDir)
        expect(await contentsOf(dataDir)).toEqual(before)
        expect(readVersionFile(dataDir)).toBeUndefined()
        if (!wasKilled) break
      }
    }, 300_000)

    it('is unchanged or rolled back after a rollback is killed at any step', async () => {
      const upgraded = folders.unpacked(name)
      const before = await contentsOf(upgraded)
      expect((await processes.run('upgrade', upgraded, 99)).wasKilled).toBe(false)
      const after = await contentsOf(upgraded)
      const outcomes: string[] = []
      for (const step of stepsOf([4, 9])) {
        const dataDir = folders.copied(upgraded)
        const { wasKilled } = await processes.run('rollback', dataDir, step)
        await recoverLikeStart(dataDir)
        const isAfter = readVersionFile(dataDir) === version
        outcomes.push(isAfter ? 'unchanged' : 'rolled back')
        expect(await contentsOf(dataDir)).toEqual(isAfter ? after : before)
        if (!wasKilled) break
      }
      expect(outcomes[0]).toBe('unchanged')
      expect(outcomes.at(-1)).toBe('rolled back')
    }, 300_000)
  },
)
