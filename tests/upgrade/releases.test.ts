import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readVersionFile, writeVersionFile } from '../../cli/upgrade/data/version-file.ts'
import { version } from '../../server/version.ts'
import { times } from '../faults/long.ts'
import { contentsOf, Folders } from './data-folders.ts'
import { layRelease, packRelease, runRelease, writeChecksum } from './releases.ts'

const next = '99.0.0'
const folders = new Folders()
let releases: string
let archive: string
let dataDir: string
beforeAll(() => {
  releases = folders.empty()
  layRelease(releases, version)
  symlinkSync(`halvi-${version}`, join(releases, 'current'))
  const made = folders.empty()
  archive = packRelease(layRelease(made, next), next, join(made, 'next.tar.gz'))
})
afterAll(() => folders[Symbol.dispose]())
beforeEach(() => {
  dataDir = folders.unpacked('0.1.0')
  writeVersionFile(dataDir, version)
})

const run = (args: string[], program = join(releases, 'current/halvi')) =>
  runRelease(program, args, dataDir)
const current = () => readlinkSync(join(releases, 'current'))

/** Has the next migration of the leads fail. */
function breakLeads(): void {
  const database = new Database(join(dataDir, 'leads.db'))
  database.exec(
    "delete from kysely_migration where name > '0004'; create table if not exists lead_note (id text)",
  )
  database.close()
}

const inLongForm = it.runIf(times(false, true))

describe('an archive of a release', () => {
  it.each([
    ['that is damaged', () => appendFileSync(archive, 'x'), /damaged/],
    ['without its checksum', () => rmSync(`${archive}.sha256`), /checksum/],
    ['that is none', () => writeArchive('something else'), /can't be unpacked/],
  ])('%s is refused', async (_what, spoil, words) => {
    const sound = archive
    archive = join(folders.empty(), 'next.tar.gz')
    writeArchive('x')
    spoil()
    const { code, stderr } = await run(['upgrade', archive])
    archive = sound
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(words) })
    expect(readdirSync(releases).sort()).toEqual(['current', `halvi-${version}`])
    expect(readVersionFile(dataDir)).toBe(version)
  })

  function writeArchive(text: string): void {
    writeFileSync(archive, text)
    writeChecksum(archive)
  }

  inLongForm('that is not newer is refused', async () => {
    const made = folders.empty()
    const same = packRelease(layRelease(made, version), version, join(made, 'same.tar.gz'))
    const { code, stderr } = await run(['upgrade', same])
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(version) })
    expect(readdirSync(releases).sort()).toEqual(['current', `halvi-${version}`])
  })

  inLongForm('whose upgrade of the data fails leaves the former in use', async () => {
    breakLeads()
    const before = await contentsOf(dataDir)
    const { code, stderr } = await run(['upgrade', archive])
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/the data is as before/),
    })
    expect(current()).toBe(`halvi-${version}`)
    expect(await contentsOf(dataDir)).toEqual(before)
  })

  it('takes the place of the former, and gives it back', { timeout: 120_000 }, async () => {
    const before = await contentsOf(dataDir)
    expect(await run(['upgrade', archive])).toMatchObject({ code: 0 })
    expect(current()).toBe(`halvi-${next}`)
    expect(readVersionFile(dataDir)).toBe(next)
    // Whoever runs the site is another than who unpacks.
    const unpacked = join(releases, `halvi-${next}`)
    for (const path of ['', 'build', 'build/upgrade-data.js']) {
      expect(statSync(join(unpacked, path)).mode & 0o044).toBe(0o044)
    }
    // What is in use is not replaced.
    expect(await run(['upgrade', archive], join(releases, `halvi-${version}/halvi`))).toMatchObject(
      {
        code: 1,
      },
    )
    const newer = await run(['leads', 'list'], join(releases, `halvi-${version}/halvi`))
    expect(newer).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(next) })
    expect(newer.stderr).toMatch(/^[^\n]+\n$/)
    expect(await run(['rollback'])).toMatchObject({ code: 0 })
    expect(current()).toBe(`halvi-${version}`)
    expect(await contentsOf(dataDir)).toEqual(before)
    rmSync(join(releases, `halvi-${next}`), { recursive: true })
  })
})

describe('a start whose upgrade fails', () => {
  beforeEach(() => {
    writeVersionFile(dataDir, '0.1.5')
    breakLeads()
  })

  inLongForm('says so where the former release is not there', async () => {
    const { code, stderr } = await run(['start'])
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/is at version 0\.1\.5\n$/),
    })
  })

  it('starts the former release where it lies beside, and ends as that does', async () => {
    const former = join(releases, 'halvi-0.1.5')
    mkdirSync(former)
    writeFileSync(join(former, 'halvi'), '#!/bin/sh\necho "the former: $*"\nexit 7\n')
    chmodSync(join(former, 'halvi'), 0o755)
    const before = await contentsOf(dataDir)
    const { code, stdout } = await run(['start'])
    rmSync(former, { recursive: true })
    expect({ code, stdout }).toEqual({ code: 7, stdout: 'the former: start\n' })
    expect(await contentsOf(dataDir)).toEqual(before)
  })
})
