import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readSettings } from '../../server/settings/settings.ts'
import { version } from '../../server/version.ts'
import { type Journal, readJournal, writeJournal } from './data/journal.ts'
import { readVersionFile, writeVersionFile } from './data/version-file.ts'
import { recover } from './recover.ts'
import { runUpgrade } from './run-upgrade.ts'

const from = '0.1.5'
let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'run-upgrade-'))
  writeVersionFile(dataDir, from)
})
afterEach(() => {
  vi.unstubAllEnvs()
  // What is too deep for Node it removes, too.
  spawnSync('rm', ['-rf', dataDir])
})

const leave = (phase: Journal['phase']) =>
  writeJournal(dataDir, { doing: 'upgrade', from, to: version, snapshot: 'some', phase })

describe('an upgrade whose process is killed', () => {
  beforeEach(() => {
    // At its very start: what it has done by then is what a test has left.
    vi.stubEnv('NODE_OPTIONS', `--import=data:text/javascript,process.kill(process.pid,'SIGKILL')`)
  })

  it.each([
    ['before anything was changed', () => leave('keep'), false, /the data is as before\n$/],
    ['when it lacks only the version', () => leave('done'), true, /is finished\n$/],
    ['while it tidies up', () => writeVersionFile(dataDir, version), true, /is finished\n$/],
  ])('%s is told as what came of it', async (_when, leaveIt, isUpgraded, words) => {
    leaveIt()
    let said = ''
    const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
      said += line
      return true
    })
    const run = runUpgrade(readSettings({ DATA_DIR: dataDir }))
    expect(await run.finally(() => stderr.mockRestore())).toBe(isUpgraded)
    expect(said).toMatch(words)
    expect(readVersionFile(dataDir)).toBe(isUpgraded ? version : from)
    expect(readJournal(dataDir)).toBeUndefined()
  })
})

it('is done though snapshots that nobody needs can not be removed, which is told', async () => {
  const used = join(dataDir, 'snapshots', 'used.staged')
  makeTooDeep(used)
  leave('done')
  const steps: string[] = []
  await recover({ DATA_DIR: dataDir, DATABASE_URL: undefined }, (step) => steps.push(step))
  expect(readVersionFile(dataDir)).toBe(version)
  expect(readJournal(dataDir)).toBeUndefined()
  expect(steps).toEqual(['tidy up', expect.stringContaining("can't be removed")])
  expect(existsSync(used)).toBe(true)
})

/** Makes a folder that Node can't remove: the names in it are together longer than a path may be. */
function makeTooDeep(folder: string): void {
  const names = Array.from({ length: 8 }, () => 'x'.repeat(100)).join('/')
  mkdirSync(folder, { recursive: true })
  for (let round = 0; round < 6; round++) {
    const outer = join(dataDir, 'outer')
    mkdirSync(join(outer, names), { recursive: true })
    renameSync(folder, join(outer, names, 'inner'))
    renameSync(outer, folder)
  }
}
