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
  keepSnapshot,
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
const oneLine = (words: RegExp) =>
  expect.objectContaining({
    name: 'OperatorError',
    message: expect.stringMatching(new RegExp(`^(?=[^\n]*${words.source})[^\n]+$`)),
  })

/** Nothing has happened to a folder, and nothing keeps anybody from using it. */
async function expectAsBefore(folder = dataDir): Promise<void> {
  expect(await contentsOf(folder)).toEqual(before)
  expect(readJournal(folder)).toBeUndefined()
  const snapshots = join(folder, 'snapshots')
  expect(existsSync(snapshots) ? readdirSync(snapshots) : []).toEqual([])
}

/** Does something to a database, and leaves nothing open. */
function change(path: string, sql: string): void {
  const database = new Database(join(dataDir, path))
  database.exec(sql)
  database.close()
}

describe('an upgrade is refused, and nothing is changed,', () => {
  it('while another one is under way', async () => {
    const lock = lockUpgrade(dataDir)
    await expect(upgradeFolder(settings())).rejects.toEqual(oneLine(/is running/))
    lock.release()
    await expectAsBefore()
  })

  it('while a site runs on the embedded content', async () => {
    const site = lockContent(dataDir)
    await expect(upgradeFolder(settings())).rejects.toEqual(oneLine(/Stop it first/))
    site.release()
    await expectAsBefore()
  })

  it('while another process has the leads open, as one with hosted content does', async () => {
    const other = new Database(join(dataDir, 'leads.db'))
    other.exec('begin; select count(*) from lead; commit')
    await expect(upgradeFolder(settings())).rejects.toEqual(oneLine(/leads\.db is in use/))
    other.close()
    await expectAsBefore()
  })

  it.each([
    ['its version', () => writeVersionFile(dataDir, '9.0.0'), /Halvi 9\.0\.0/],
    [
      'its layout',
      () => writeFileSync(join(dataDir, 'version.json'), '{"format":2,"version":"9.0.0"}'),
      /layout/,
    ],
    [
      'a file of the lake',
      () => change('lake/users.db', 'pragma user_version = 99'),
      /users\.db was written by a newer version/,
    ],
    [
      'a migration of the leads',
      () => change('leads.db', "insert into kysely_migration values ('9999_future', '2030')"),
      /leads\.db was written by a newer version/,
    ],
  ])('where %s is newer', async (_what, makeNewer, words) => {
    makeNewer()
    before = await contentsOf(dataDir)
    await expect(upgradeFolder(settings())).rejects.toEqual(oneLine(words))
    await expect(checkState(settings())).rejects.toEqual(oneLine(words))
    await expectAsBefore()
  })

  it.each(['', '{', '{"format":1}', '{"format":1,"version":"next"}', '[]'])(
    'where version.json holds %j',
    async (text) => {
      writeFileSync(join(dataDir, 'version.json'), text)
      before = await contentsOf(dataDir)
      await expect(upgradeFolder(settings())).rejects.toEqual(oneLine(/version\.json is damaged/))
      await expectAsBefore()
    },
  )
})

describe('an upgrade that fails', () => {
  it('in a migration puts everything back', async () => {
    change('leads.db', 'create table lead_note (id text)')
    before = await contentsOf(dataDir)
    await expect(upgradeFolder(settings())).rejects.toEqual(
      oneLine(/failed, and the data is as before/),
    )
    await expectAsBefore()
    expect((await readState(settings())).needsUpgrade).toBe(true)
  })

  it('where a database is damaged leaves it as it is, and says which', async () => {
    const file = join(dataDir, 'leads.db')
    writeFileSync(file, 'not a database, but long enough to look like one '.repeat(100))
    before = await contentsOf(dataDir)
    await expect(upgradeFolder(settings())).rejects.toEqual(oneLine(/leads\.db/))
    await expectAsBefore()
  })
})

it('an upgrade whose very end fails is finished, and not called as before', async () => {
  const steps: string[] = []
  await upgradeFolder(settings(), {
    onStep(step) {
      const isFirst = !steps.includes(step)
      steps.push(step)
      if (step === 'tidy up' && isFirst) throw new Error('a fault')
    },
  })
  expect(steps).toContain('finished at the second try: a fault')
  expect((await readState(settings())).needsUpgrade).toBe(false)
  expect(readJournal(dataDir)).toBeUndefined()
})

it('commands that open data say that it has to be upgraded first', async () => {
  await expect(checkState(settings())).rejects.toEqual(oneLine(/halvi upgrade/))
  await expectAsBefore()
})

it('a new folder is of this version', async () => {
  const state = await readState(settings(join(folders.empty(), 'not-there')))
  expect(state).toEqual({ version, older: [], needsUpgrade: false })
})

describe('a rollback', () => {
  let name: string
  beforeEach(async () => {
    name = await snapshotName(dataDir, '0.1.0')
    await makeSnapshot(dataDir, name, { version: '0.1.0', before: 'upgrade' })
    await keepSnapshot(dataDir, name)
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
    'to a snapshot whose %s is damaged changes nothing',
    async (path) => {
      appendFileSync(join(dataDir, 'snapshots', name, path), 'x')
      await expect(rollBack(settings(), undefined)).rejects.toMatchObject({ name: 'OperatorError' })
      await expectUntouched()
    },
  )

  it('to a snapshot that lacks a file changes nothing', async () => {
    rmSync(join(dataDir, 'snapshots', name, 'leads.db'))
    await expect(rollBack(settings(), undefined)).rejects.toEqual(oneLine(/leads\.db/))
    await expectUntouched()
  })

  it('to a snapshot of a newer version changes nothing', async () => {
    const manifest = join(dataDir, 'snapshots', name, 'manifest.json')
    const found = readManifest(join(dataDir, 'snapshots', name))
    writeFileSync(manifest, encodeManifest({ ...found, version: '99.0.0' }))
    await expect(rollBack(settings(), undefined)).rejects.toEqual(
      oneLine(/Halvi 99\.0\.0, and this is .*: run halvi rollback of that version/),
    )
    await expectUntouched()
  })

  it('while a site runs, or to what there is not, changes nothing', async () => {
    const site = lockContent(dataDir)
    await expect(rollBack(settings(), undefined)).rejects.toEqual(oneLine(/Stop it first/))
    site.release()
    await expect(rollBack(settings(), '../lake')).rejects.toEqual(oneLine(/no snapshot/))
    await expectUntouched()
  })

  it('that fails again and again keeps what it is to go back to', async () => {
    for (let tries = 0; tries < 3; tries++) {
      const failing = rollBack(settings(), undefined, (step) => {
        if (step.startsWith('copy ')) throw new Error('There is no room')
      })
      await expect(failing).rejects.toThrow('no room')
      await expectUntouched()
    }
  })

  it('keeps who was erased since on the list of the erased', async () => {
    const list = join(dataDir, 'erased-leads')
    writeFileSync(list, '2026-11-22T00:00:00.000Z some-lead\n')
    await rollBack(settings(), undefined)
    expect(existsSync(list)).toBe(true)
    expect(existsSync(join(dataDir, 'version.json'))).toBe(false)
  })

  it('is undone by going to what it has kept, and not done twice', async () => {
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

it.runIf(hasOtherDisk)('a rollback brings back content that lies on another disk', async () => {
  const away = mkdtempSync(join(otherDisk, 'halvi-lake-'))
  try {
    dataDir = folders.unpacked('0.1.0')
    cpSync(join(dataDir, 'lake'), away, { recursive: true })
    rmSync(join(dataDir, 'lake'), { recursive: true })
    symlinkSync(away, join(dataDir, 'lake'))
    const then = await contentsOf(dataDir)
    const name = await snapshotName(dataDir, '0.1.0')
    await makeSnapshot(dataDir, name, { version: '0.1.0', before: 'upgrade' })
    await keepSnapshot(dataDir, name)
    writeVersionFile(dataDir, version)
    change('lake/lake.db', 'delete from documents')
    expect(await contentsOf(dataDir)).not.toEqual(then)
    await rollBack(settings(), undefined)
    expect(await contentsOf(dataDir)).toEqual(then)
    expect(readJournal(dataDir)).toBeUndefined()
  } finally {
    rmSync(away, { recursive: true })
  }
})

it('a rollback says what was written since, and keeps the leads that came', async () => {
  dataDir = folders.unpacked('0.1.0')
  const name = await snapshotName(dataDir, '0.1.0')
  await makeSnapshot(dataDir, name, { version: '0.1.0', before: 'upgrade' })
  await keepSnapshot(dataDir, name)
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

describe('a small disk', () => {
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

  it('without room for a snapshot is told, with how much that takes', async ({ skip }) => {
    const small = mount('size=1000k')
    if (!small) return skip('no right to mount a disk')
    const folder = folders.unpacked('before-accounts', small)
    await expect(upgradeFolder(settings(folder))).rejects.toEqual(oneLine(/takes 1 MB, and 1 MB/))
    await expectAsBefore(folder)
  })

  it('that is full in the middle of a migration has all put back', async ({ skip }) => {
    const small = mount('size=3m')
    if (!small) return skip('no right to mount a disk')
    const folder = folders.unpacked('before-accounts', small)
    const filler = join(small, 'filler')
    const onStep = (step: string) => {
      if (step !== 'migrate') return
      expect(() => writeFileSync(filler, Buffer.alloc(4_000_000))).toThrow('ENOSPC')
    }
    await expect(upgradeFolder(settings(folder), { onStep })).rejects.toEqual(
      oneLine(/failed, and the data is as before/),
    )
    rmSync(filler)
    await expectAsBefore(folder)
  })

  it('that can only be read is told in one line', async ({ skip }) => {
    const small = mount('size=3m')
    if (!small) return skip('no right to mount a disk')
    const folder = folders.unpacked('before-accounts', small)
    spawnSync('mount', ['-o', 'remount,ro', small])
    await expect(upgradeFolder(settings(folder))).rejects.toEqual(oneLine(/can't be used/))
    expect(await contentsOf(folder)).toEqual(before)
  })
})
