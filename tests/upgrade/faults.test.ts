import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readJournal } from '../../cli/upgrade/data/journal.ts'
import { checkState, readState } from '../../cli/upgrade/data/state.ts'
import { writeVersionFile } from '../../cli/upgrade/data/version-file.ts'
import { rollBack } from '../../cli/upgrade/rollback.ts'
import {
  completeSnapshot,
  makeSnapshot,
  readManifest,
  snapshotName,
} from '../../cli/upgrade/snapshots.ts'
import { upgradeFolder } from '../../cli/upgrade/upgrade.ts'
import { lockContent, lockUpgrade } from '../../server/data-folder/lock-folder.ts'
import { readSettings } from '../../server/settings/settings.ts'
import { encodeManifest } from '../../server/snapshots/manifest.ts'
import { version } from '../../server/version.ts'
import { contentsOf, Folders } from './data-folders.ts'

let folders: Folders
let dataDir: string
let before: Record<string, string>
beforeEach(async () => {
  folders = new Folders()
  dataDir = folders.unpacked('before-accounts')
  before = await contentsOf(dataDir)
})
afterEach(() => folders[Symbol.dispose]())

const settings = (folder = dataDir) => readSettings({ DATA_DIR: folder })
const oneLine = (message: RegExp) =>
  expect.objectContaining({
    name: 'OperatorError',
    message: expect.stringMatching(new RegExp(`^(?=[^\n]*${message.source})[^\n]+$`)),
  })

/** Expects that a folder is unchanged, and has neither a journal nor a snapshot. */
async function expectUnchanged(folder = dataDir): Promise<void> {
  expect(await contentsOf(folder)).toEqual(before)
  expect(readJournal(folder)).toBeUndefined()
  const snapshots = join(folder, 'snapshots')
  expect(existsSync(snapshots) ? readdirSync(snapshots) : []).toEqual([])
}

/** Runs SQL on a database, and closes it. */
function change(path: string, sql: string): void {
  const database = new Database(join(dataDir, path))
  database.exec(sql)
  database.close()
}

describe('an upgrade is rejected and changes nothing', () => {
  it('while another upgrade is running', async () => {
    const lock = lockUpgrade(dataDir)
    await expect(upgradeFolder(settings())).rejects.toEqual(oneLine(/is running/))
    lock.release()
    await expectUnchanged()
  })

  it('while a site with embedded content is running', async () => {
    const site = lockContent(dataDir)
    await expect(upgradeFolder(settings())).rejects.toEqual(oneLine(/Stop it first/))
    site.release()
    await expectUnchanged()
  })

  it('while another process has the leads open, such as a site with hosted content', async () => {
    const other = new Database(join(dataDir, 'leads.db'))
    other.exec('begin; select count(*) from lead; commit')
    await expect(upgradeFolder(settings())).rejects.toEqual(oneLine(/leads\.db is in use/))
    other.close()
    await expectUnchanged()
  })

  it.each([
    ['the version file', () => writeVersionFile(dataDir, '9.0.0'), /Halvi 9\.0\.0/],
    [
      'the layout',
      () => writeFileSync(join(dataDir, 'version.json'), '{"format":2,"version":"9.0.0"}'),
      /layout/,
    ],
    [
      'a database of the lake',
      () => change('lake/users.db', 'pragma user_version = 99'),
      /users\.db was written by a newer version/,
    ],
    [
      'a migration of the leads',
      () => change('leads.db', "insert into kysely_migration values ('9999_future', '2030')"),
      /leads\.db was written by a newer version/,
    ],
  ])('if %s is newer', async (_part, makeNewer, message) => {
    makeNewer()
    before = await contentsOf(dataDir)
    await expect(upgradeFolder(settings())).rejects.toEqual(oneLine(message))
    await expect(checkState(settings())).rejects.toEqual(oneLine(message))
    await expectUnchanged()
  })

  it.each(['', '{', '{"format":1}', '{"format":1,"version":"next"}', '[]'])(
    'if version.json contains %j',
    async (text) => {
      writeFileSync(join(dataDir, 'version.json'), text)
      before = await contentsOf(dataDir)
      await expect(upgradeFolder(settings())).rejects.toEqual(oneLine(/version\.json is damaged/))
      await expectUnchanged()
    },
  )
})

describe('an upgrade that fails', () => {
  it('in a migration restores the snapshot', async () => {
    change('leads.db', 'create table lead_note (id text)')
    before = await contentsOf(dataDir)
    await expect(upgradeFolder(settings())).rejects.toEqual(
      oneLine(/failed, and the data is unchanged/),
    )
    await expectUnchanged()
    expect((await readState(settings())).needsUpgrade).toBe(true)
  })

  it('because of a damaged database names the database and changes nothing', async () => {
    const file = join(dataDir, 'leads.db')
    writeFileSync(file, 'not a database, but long enough to look like one '.repeat(100))
    before = await contentsOf(dataDir)
    await expect(upgradeFolder(settings())).rejects.toEqual(oneLine(/leads\.db/))
    await expectUnchanged()
  })
})

it('an upgrade whose last step fails is finished', async () => {
  const steps: string[] = []
  await upgradeFolder(settings(), {
    onStep(step) {
      const isFirst = !steps.includes(step)
      steps.push(step)
      if (step === 'cleaning up' && isFirst) throw new Error('an error')
    },
  })
  expect(steps).toContain('finished the upgrade after an error: an error')
  expect((await readState(settings())).needsUpgrade).toBe(false)
  expect(readJournal(dataDir)).toBeUndefined()
})

it('checkState rejects older data and recommends halvi upgrade', async () => {
  await expect(checkState(settings())).rejects.toEqual(oneLine(/halvi upgrade/))
  await expectUnchanged()
})

it('readState reports this version for a new folder', async () => {
  const state = await readState(settings(join(folders.empty(), 'not-there')))
  expect(state).toEqual({ version, older: [], needsUpgrade: false })
})

describe('a rollback', () => {
  let name: string
  beforeEach(async () => {
    name = await snapshotName(dataDir, '0.1.0')
    await makeSnapshot(dataDir, name, { version: '0.1.0', before: 'upgrade' })
    await completeSnapshot(dataDir, name)
    writeVersionFile(dataDir, version)
    change('leads.db', 'delete from lead where spam = 1')
    before = await contentsOf(dataDir)
  })

  const expectUntouched = async () => {
    expect(await contentsOf(dataDir)).toEqual(before)
    expect(readJournal(dataDir)).toBeUndefined()
    expect(readdirSync(join(dataDir, 'snapshots'))).toEqual([name])
  }

  it.each(['leads.db', 'lake/lake.db', 'manifest.json', 'lake-token'])(
    'to a snapshot with a damaged %s changes nothing',
    async (path) => {
      appendFileSync(join(dataDir, 'snapshots', name, path), 'x')
      await expect(rollBack(settings(), undefined)).rejects.toMatchObject({ name: 'OperatorError' })
      await expectUntouched()
    },
  )

  it('to a snapshot with a missing file changes nothing', async () => {
    rmSync(join(dataDir, 'snapshots', name, 'leads.db'))
    await expect(rollBack(settings(), undefined)).rejects.toEqual(oneLine(/leads\.db/))
    await expectUntouched()
  })

  it('to a snapshot of a newer version changes nothing', async () => {
    const manifest = join(dataDir, 'snapshots', name, 'manifest.json')
    const found = readManifest(join(dataDir, 'snapshots', name))
    writeFileSync(manifest, encodeManifest({ ...found, version: '99.0.0' }))
    await expect(rollBack(settings(), undefined)).rejects.toEqual(
      oneLine(/version 99\.0\.0, and this is .*: run halvi rollback with Halvi 99\.0\.0/),
    )
    await expectUntouched()
  })

  it('while a site is running, or to an unknown snapshot, changes nothing', async () => {
    const site = lockContent(dataDir)
    await expect(rollBack(settings(), undefined)).rejects.toEqual(oneLine(/Stop it first/))
    site.release()
    await expect(rollBack(settings(), '../lake')).rejects.toEqual(oneLine(/no snapshot/))
    await expectUntouched()
  })

  it('that fails repeatedly keeps the snapshot', async () => {
    for (let tries = 0; tries < 3; tries++) {
      const failing = rollBack(settings(), undefined, (step) => {
        if (step.startsWith('copying ')) throw new Error('the disk is full')
      })
      await expect(failing).rejects.toThrow('the disk is full')
      await expectUntouched()
    }
  })

  it('keeps the current list of erased leads', async () => {
    const list = join(dataDir, 'erased-leads')
    writeFileSync(list, '2026-11-22T00:00:00.000Z some-lead\n')
    await rollBack(settings(), undefined)
    expect(existsSync(list)).toBe(true)
    expect(existsSync(join(dataDir, 'version.json'))).toBe(false)
  })

  it('can be undone with the snapshot that it keeps, and is rejected the second time', async () => {
    const { kept, version: to } = await rollBack(settings(), undefined)
    expect(to).toBe('0.1.0')
    expect(await contentsOf(dataDir)).not.toEqual(before)
    await expect(rollBack(settings(), undefined)).rejects.toEqual(
      oneLine(/already at version 0\.1\.0/),
    )
    await rollBack(settings(), kept)
    expect(await contentsOf(dataDir)).toEqual(before)
    expect(readdirSync(join(dataDir, 'snapshots'))).toHaveLength(2)
  })
})

const otherDisk = '/dev/shm'
const hasOtherDisk = existsSync(otherDisk) && statSync(otherDisk).dev !== statSync(tmpdir()).dev

it.runIf(hasOtherDisk)('a rollback restores content that is on another disk', async () => {
  const lakeFolder = mkdtempSync(join(otherDisk, 'halvi-lake-'))
  try {
    dataDir = folders.unpacked('0.1.0')
    cpSync(join(dataDir, 'lake'), lakeFolder, { recursive: true })
    rmSync(join(dataDir, 'lake'), { recursive: true })
    symlinkSync(lakeFolder, join(dataDir, 'lake'))
    const original = await contentsOf(dataDir)
    const name = await snapshotName(dataDir, '0.1.0')
    await makeSnapshot(dataDir, name, { version: '0.1.0', before: 'upgrade' })
    await completeSnapshot(dataDir, name)
    writeVersionFile(dataDir, version)
    change('lake/lake.db', 'delete from documents')
    expect(await contentsOf(dataDir)).not.toEqual(original)
    await rollBack(settings(), undefined)
    expect(await contentsOf(dataDir)).toEqual(original)
    expect(readJournal(dataDir)).toBeUndefined()
  } finally {
    rmSync(lakeFolder, { recursive: true })
  }
})

it('a rollback reports newer changes, and saves newer leads in a file', async () => {
  dataDir = folders.unpacked('0.1.0')
  const name = await snapshotName(dataDir, '0.1.0')
  await makeSnapshot(dataDir, name, { version: '0.1.0', before: 'upgrade' })
  await completeSnapshot(dataDir, name)
  writeVersionFile(dataDir, version)
  const lead = `insert into lead (id, form, payload, fingerprint, spam, state, attempts, created_at)
    values ('zz', 'contact', '{"email":"since@example.com"}', 'zz', 0, 'stored', 0, '2030')`
  change('leads.db', lead)
  for (const seq of [9001, 9002]) {
    change(
      'lake/lake.db',
      `insert into transactions values (${seq}, 'since-${seq}', '2030', 'editor', '["since"]');
       insert into effects values ('since', ${seq}, '[]', '[]', null)`,
    )
  }
  const person =
    "'since', 'Ada', 'ada@example.net', 'ada@example.net', 'editor', 'none', 1, null, 1"
  change('lake/users.db', `insert into person values (${person})`)

  const { since, kept } = await rollBack(settings(), undefined)
  const leadsFile = join(dataDir, 'snapshots', kept, 'leads-since.ndjson')
  expect(since).toEqual({ leads: 1, leadsFile, documents: 1, people: 1 })
  expect(JSON.parse(readFileSync(leadsFile, 'utf8'))).toMatchObject({
    ...{ id: 'zz', spam: false, payload: { email: 'since@example.com' } },
  })
  expect(statSync(leadsFile).mode & 0o077).toBe(0)
})

describe('an upgrade', () => {
  let disk: string | undefined
  const mount = (options: string) => {
    const folder = mkdtempSync(join(tmpdir(), 'disk-'))
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder])
    if (status === 0) disk = folder
    else rmSync(folder, { recursive: true })
    return disk
  }
  afterEach(() => {
    if (!disk) return
    spawnSync('umount', ['--lazy', disk])
    rmSync(disk, { recursive: true })
    disk = undefined
  })

  it('on a disk that is too small for a snapshot reports the required space', async ({ skip }) => {
    const small = mount('size=1000k')
    if (!small) return skip('this user may not mount a disk')
    const folder = folders.unpacked('before-accounts', small)
    await expect(upgradeFolder(settings(folder))).rejects.toEqual(oneLine(/needs 1 MB, and 1 MB/))
    await expectUnchanged(folder)
  })

  it('restores the snapshot if the disk is full during a migration', async ({ skip }) => {
    const small = mount('size=3m')
    if (!small) return skip('this user may not mount a disk')
    const folder = folders.unpacked('before-accounts', small)
    const filler = join(small, 'filler')
    const onStep = (step: string) => {
      if (step !== 'migrating the databases') return
      expect(() => writeFileSync(filler, Buffer.alloc(4_000_000))).toThrow('ENOSPC')
    }
    await expect(upgradeFolder(settings(folder), { onStep })).rejects.toEqual(
      oneLine(/failed, and the data is unchanged/),
    )
    rmSync(filler)
    await expectUnchanged(folder)
  })

  it('on a read-only disk fails with one line', async ({ skip }) => {
    const small = mount('size=3m')
    if (!small) return skip('this user may not mount a disk')
    const folder = folders.unpacked('before-accounts', small)
    spawnSync('mount', ['-o', 'remount,ro', small])
    await expect(upgradeFolder(settings(folder))).rejects.toEqual(oneLine(/can't be used/))
    expect(await contentsOf(folder)).toEqual(before)
  })
})
