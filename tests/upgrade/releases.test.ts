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
import { createRelease, packRelease, runRelease, writeChecksum } from './releases.ts'

const next = '99.0.0'
const folders = new Folders()
let releases: string
let archive: string
let dataDir: string
beforeAll(() => {
  releases = folders.empty()
  createRelease(releases, version)
  symlinkSync(`halvi-${version}`, join(releases, 'current'))
  const folder = folders.empty()
  archive = packRelease(createRelease(folder, next), next, join(folder, 'next.tar.gz'))
})
afterAll(() => folders[Symbol.dispose]())
beforeEach(() => {
  dataDir = folders.unpacked('0.1.0')
  writeVersionFile(dataDir, version)
})

const run = (args: string[], program = join(releases, 'current/halvi')) =>
  runRelease(program, args, dataDir)
const current = () => readlinkSync(join(releases, 'current'))

/** Makes the next migration of the leads fail. */
function breakLeads(): void {
  const database = new Database(join(dataDir, 'leads.db'))
  database.exec(
    "delete from kysely_migration where name > '0004'; create table if not exists lead_note (id text)",
  )
  database.close()
}

const inLongForm = it.runIf(times(false, true))

describe('halvi upgrade ARCHIVE', () => {
  it.each([
    ['a damaged archive', () => appendFileSync(archive, 'x'), /damaged/],
    ['an archive without its checksum', () => rmSync(`${archive}.sha256`), /checksum/],
    ['a file that is not an archive', () => writeArchive('something else'), /can't be unpacked/],
  ])('rejects %s', async (_case, damage, message) => {
    const validArchive = archive
    archive = join(folders.empty(), 'next.tar.gz')
    writeArchive('x')
    damage()
    const { code, stderr } = await run(['upgrade', archive])
    archive = validArchive
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(message) })
    expect(readdirSync(releases).sort()).toEqual(['current', `halvi-${version}`])
    expect(readVersionFile(dataDir)).toBe(version)
  })

  function writeArchive(text: string): void {
    writeFileSync(archive, text)
    writeChecksum(archive)
  }

  inLongForm('rejects a release that is not newer', async () => {
    const folder = folders.empty()
    const same = packRelease(createRelease(folder, version), version, join(folder, 'same.tar.gz'))
    const { code, stderr } = await run(['upgrade', same])
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(version) })
    expect(readdirSync(releases).sort()).toEqual(['current', `halvi-${version}`])
  })

  inLongForm('keeps the current release in use if it can’t upgrade the data', async () => {
    breakLeads()
    const before = await contentsOf(dataDir)
    const { code, stderr } = await run(['upgrade', archive])
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/the data is unchanged/),
    })
    expect(current()).toBe(`halvi-${version}`)
    expect(await contentsOf(dataDir)).toEqual(before)
  })

  it('installs and activates a release, which a rollback undoes', {
    timeout: 120_000,
  }, async () => {
    const before = await contentsOf(dataDir)
    expect(await run(['upgrade', archive])).toMatchObject({ code: 0 })
    expect(current()).toBe(`halvi-${next}`)
    expect(readVersionFile(dataDir)).toBe(next)
    // The user that runs the site can read the release, even if another user has unpacked it.
    const unpacked = join(releases, `halvi-${next}`)
    for (const path of ['', 'build', 'build/upgrade-data.js']) {
      expect(statSync(join(unpacked, path)).mode & 0o044).toBe(0o044)
    }
    // A release in use is not replaced.
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

describe('halvi start, if the upgrade fails', () => {
  beforeEach(() => {
    writeVersionFile(dataDir, '0.1.5')
    breakLeads()
  })

  inLongForm('fails if the previous release is not installed', async () => {
    const { code, stderr } = await run(['start'])
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/is at version 0\.1\.5\n$/),
    })
  })

  it('starts the previous release if it is installed, and exits with its exit code', async () => {
    const previous = join(releases, 'halvi-0.1.5')
    mkdirSync(previous)
    writeFileSync(join(previous, 'halvi'), '#!/bin/sh\necho "previous release: $*"\nexit 7\n')
    chmodSync(join(previous, 'halvi'), 0o755)
    const before = await contentsOf(dataDir)
    const { code, stdout } = await run(['start'])
    rmSync(previous, { recursive: true })
    expect({ code, stdout }).toEqual({ code: 7, stdout: 'previous release: start\n' })
    expect(await contentsOf(dataDir)).toEqual(before)
  })
})
