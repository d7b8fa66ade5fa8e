import { spawnSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { cp } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { root } from 'halvi-site/root'
import { describe, expect, it } from 'vitest'
import { readManifest } from '../server/backup/manifest.ts'
import { runSite } from './running-site.ts'
import { shareBackup } from './share-backup.ts'

const shared = shareBackup()
const { inFolder, backup, halvi, apply, restored } = shared

it('restores all that was acknowledged before, and erases again who was erased since', async () => {
  const DATA_DIR = shared.site.dataDir
  const erasing = await runSite(
    { DATA_DIR },
    'leads',
    'erase',
    ...['--email', 'bilal@example.com', '--yes'],
  )
  expect(erasing).toMatchObject({ code: 0 })
  expect(await restored(backup, 'as it was')).toEqual({
    page: 200,
    image: expect.stringMatching(/^image\//),
    emails: expect.arrayContaining(['bilal@example.com', ...shared.before]),
  })
  const again = await restored(backup, 'erased', '--erased', join(DATA_DIR, 'erased-leads'))
  expect(again.emails).toContain(shared.before[0])
  expect(again.emails).not.toContain('bilal@example.com')
  // The next backup replaces the first one, and has the list of erased leads.
  await apply(shared.site, 'carim@example.com')
  expect(await halvi({ DATA_DIR }, 'backup', backup)).toMatchObject({ code: 0 })
  const { emails } = await restored(backup, 'newer')
  expect(emails).toContain('carim@example.com')
  expect(emails).not.toContain('bilal@example.com')
}, 180_000)

describe('refuses', () => {
  it.each<[string, (copy: string) => void, RegExp]>([
    [
      'a folder without a manifest',
      (copy) => rmSync(join(copy, 'manifest.json')),
      /not a complete/,
    ],
    ['a changed file', (copy) => writeFileSync(join(copy, 'lake-token'), 'x'), /was changed/],
    [
      'a path outside of the folder',
      (copy) => {
        const file = join(copy, 'manifest.json')
        writeFileSync(file, readFileSync(file, 'utf8').replace('"leads.db"', '"../leads.db"'))
      },
      /damaged/,
    ],
    [
      'a backup of a newer version',
      (copy) => {
        const file = join(copy, 'manifest.json')
        writeFileSync(
          file,
          readFileSync(file, 'utf8').replace(/"version":"[^"]+/, '"version":"99.0.0'),
        )
      },
      /Halvi 99\.0\.0/,
    ],
  ])('to restore %s', async (name, damage, message) => {
    const copy = inFolder(`copy ${name.slice(0, 12)}`)
    await cp(backup, copy, { recursive: true })
    damage(copy)
    const DATA_DIR = `${copy} target`
    const { code, stderr } = await halvi({ DATA_DIR }, 'restore', copy)
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(message) })
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(existsSync(DATA_DIR)).toBe(false)
  })

  it('to overwrite data and other files', async () => {
    const { dataDir } = shared.site
    const full = await halvi({ DATA_DIR: dataDir }, 'restore', backup)
    expect(full).toMatchObject({ code: 1, stderr: expect.stringContaining('not empty') })
    mkdirSync(inFolder('mine'))
    writeFileSync(inFolder('mine/file'), '')
    for (const target of [inFolder('mine'), join(dataDir, 'backup'), dataDir]) {
      const result = await halvi({ DATA_DIR: dataDir }, 'backup', target)
      expect(result).toMatchObject({ code: 1, stderr: expect.stringContaining('Choose') })
    }
    expect(existsSync(inFolder('mine/file'))).toBe(true)
  })

  it('to start on data whose restore was interrupted', async () => {
    const DATA_DIR = inFolder('interrupted')
    mkdirSync(join(DATA_DIR, '.restoring'), { recursive: true })
    const { code, stderr } = await runSite({ DATA_DIR })
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('halvi restore') })
  })
})

describe('a backup to', () => {
  const backUpTo = (target: string) => halvi({ DATA_DIR: shared.site.dataDir }, 'backup', target)

  it('a link fills the folder that the link refers to', async () => {
    mkdirSync(inFolder('disk/copy'), { recursive: true })
    symlinkSync(inFolder('disk/copy'), inFolder('link'))
    expect(await backUpTo(`${inFolder('link')}/.`)).toMatchObject({ code: 0 })
    expect(lstatSync(inFolder('link')).isSymbolicLink()).toBe(true)
    await readManifest(inFolder('disk/copy'))
  })

  it('a file, a broken link, or a folder around the data is rejected', async () => {
    writeFileSync(inFolder('file'), '')
    symlinkSync(inFolder('nowhere'), inFolder('broken'))
    symlinkSync(shared.site.dataDir, inFolder('data'))
    for (const [target, reason] of [
      [inFolder('file'), /is not a folder/],
      [inFolder('broken'), /is not a folder/],
      [inFolder('data/backup'), /is in DATA_DIR/],
      [inFolder('data/new/backup'), /is in DATA_DIR/],
      [dirname(shared.site.dataDir), /contains DATA_DIR/],
      ['/', /contains DATA_DIR/],
      ['/proc', /mount point/],
    ] as const) {
      const { code, stderr } = await backUpTo(target)
      expect({ target, code, stderr }).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(reason),
      })
    }
    expect(existsSync(join(shared.site.dataDir, 'backup'))).toBe(false)
  }, 60_000)

  it('a folder in images on another disk is rejected', async () => {
    const DATA_DIR = inFolder('with disk')
    mkdirSync(join(DATA_DIR, 'lake'), { recursive: true })
    mkdirSync(inFolder('images'))
    symlinkSync(inFolder('images'), join(DATA_DIR, 'lake/assets'))
    const { code, stderr } = await halvi({ DATA_DIR }, 'backup', inFolder('images/backup'))
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/in DATA_DIR/),
    })
    expect(readdirSync(inFolder('images'))).toEqual([])
  })
})

it('records a backup, or the last of several steps', async () => {
  const DATA_DIR = shared.site.dataDir
  const record = join(DATA_DIR, 'last-backup')
  rmSync(record, { force: true })
  const target = inFolder('steps')
  expect(await halvi({ DATA_DIR }, 'backup', target, '--unrecorded')).toMatchObject({ code: 0 })
  expect(existsSync(record)).toBe(false)
  expect(await halvi({ DATA_DIR }, 'backup', target, '--record')).toMatchObject({ code: 2 })
  expect(existsSync(record)).toBe(false)
  expect(await halvi({ DATA_DIR }, 'backup', '--record')).toMatchObject({ code: 0 })
  expect(existsSync(record)).toBe(true)
}, 60_000)

it('reads settings from a file with a byte order mark, and rejects one that is not UTF-8', async () => {
  const run = (content: string | Buffer) => {
    const cwd = mkdtempSync(inFolder('settings-'))
    writeFileSync(join(cwd, '.env'), content)
    const { PORT: _, ...env } = process.env
    return spawnSync(process.execPath, [`${root}build/halvi.js`, 'doctor'], {
      cwd,
      env,
      encoding: 'utf8',
    })
  }
  expect(run('\uFEFFPORT=x\n').stdout).toContain('PORT')
  for (const content of [Buffer.from('\uFEFFPORT=1\n', 'utf16le'), Buffer.from([0xff, 0xfe, 0])]) {
    const { status, stderr } = run(content)
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(/^halvi: \.env is not UTF-8.*\n$/),
    })
  }
})
