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
  // `rm` also removes folders whose paths are too long for Node.
  spawnSync('rm', ['-rf', dataDir])
})

const writeInterrupted = (phase: Journal['phase']) =>
  writeJournal(dataDir, { doing: 'upgrade', from, to: version, snapshot: 'some', phase })

describe('runUpgrade, if its process is killed', () => {
  beforeEach(() => {
    // Kills the process when it starts. Each test prepares the data that the process would have left.
    vi.stubEnv('NODE_OPTIONS', `--import=data:text/javascript,process.kill(process.pid,'SIGKILL')`)
  })

  it.each([
    [
      'before a change, reports unchanged data',
      () => writeInterrupted('keep'),
      false,
      /the data is unchanged\n$/,
    ],
    [
      'before it writes the version, finishes the upgrade',
      () => writeInterrupted('done'),
      true,
      /finished\n$/,
    ],
    [
      'while it cleans up, reports a finished upgrade',
      () => writeVersionFile(dataDir, version),
      true,
      /finished\n$/,
    ],
  ])('%s', async (_case, prepare, isUpgraded, message) => {
    prepare()
    let output = ''
    const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
      output += line
      return true
    })
    const run = runUpgrade(readSettings({ DATA_DIR: dataDir }))
    expect(await run.finally(() => stderr.mockRestore())).toBe(isUpgraded)
    expect(output).toMatch(message)
    expect(readVersionFile(dataDir)).toBe(isUpgraded ? version : from)
    expect(readJournal(dataDir)).toBeUndefined()
  })
})

it('recover finishes an upgrade even if an old snapshot can’t be removed, and reports that', async () => {
  const used = join(dataDir, 'snapshots', 'used.staged')
  makeTooDeep(used)
  writeInterrupted('done')
  const steps: string[] = []
  await recover({ DATA_DIR: dataDir, DATABASE_URL: undefined }, (step) => steps.push(step))
  expect(readVersionFile(dataDir)).toBe(version)
  expect(readJournal(dataDir)).toBeUndefined()
  expect(steps).toEqual(['cleaning up', expect.stringContaining("can't be removed")])
  expect(existsSync(used)).toBe(true)
})

/** Creates a folder that Node can't remove: its nested paths are longer than the system allows. */
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
