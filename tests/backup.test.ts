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
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testPostgres } from '../packages/leads/testing/test-postgres.ts'
import { readManifest } from '../server/backup/manifest.ts'
import { root } from '../server/root.ts'
import { type RunningSite, runSite, startSite } from './running-site.ts'
import { storedLeads } from './stored-leads.ts'

const folder = mkdtempSync(join(tmpdir(), 'halvi-backup-'))
const inFolder = (name: string) => join(folder, name)
const backup = inFolder('backup')
const sites: RunningSite[] = []

const start = async (settings?: Record<string, string>) => {
  const site = await startSite(settings)
  sites.push(site)
  return site
}
afterAll(async () => {
  for (const site of sites) await site.remove()
  rmSync(folder, { recursive: true })
})

const halvi = (settings: Record<string, string>, ...args: string[]) =>
  runSite(settings, 'halvi', ...args)

const apply = async ({ url }: RunningSite, email: string) => {
  const body = new URLSearchParams({ name: 'Amina', email, interests: 'openStore' })
  const { status } = await fetch(`${url}/waitlist`, { method: 'POST', body, redirect: 'manual' })
  expect(status).toBe(303)
}

const emailsIn = (dataDir: string) => storedLeads(dataDir).map(({ payload }) => payload.email)

/** Restores a folder, and returns the status of the home page and of a picture, and the leads. */
async function restored(from: string, name: string, ...args: string[]) {
  const DATA_DIR = inFolder(name)
  expect(await halvi({ DATA_DIR }, 'restore', from, ...args)).toMatchObject({ code: 0, stderr: '' })
  const { stdout } = await runSite({ DATA_DIR }, 'leads', 'mail')
  expect(stdout).toContain('Mail is on hold')
  const site = await start({ DATA_DIR })
  const page = await fetch(site.url)
  const [, picture = ''] =
    /src="(\/v1\/images\/[^"]+|\/[^"]*images\/halvi\/[^"]+)"/.exec(await page.text()) ?? []
  const image = await fetch(site.url + picture.replaceAll('&amp;', '&'))
  await site.stop()
  return { page: page.status, image: image.headers.get('content-type'), emails: emailsIn(DATA_DIR) }
}

let site: RunningSite
/** The addresses of the leads that were acknowledged when the first backup began. */
let before: readonly string[] = []
beforeAll(async () => {
  site = await start()
  await apply(site, 'bilal@example.com')
  const acknowledged: string[] = []
  let isBusy = true
  const visitors = [1, 2, 3].map(async (visitor) => {
    for (let turn = 0; isBusy; turn++) {
      const email = `visitor-${visitor}-${turn}@example.com`
      await apply(site, email)
      acknowledged.push(email)
    }
  })
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(20), 30_000)
  before = [...acknowledged]
  const result = await halvi({ DATA_DIR: site.dataDir }, 'backup', `${backup}/`)
  isBusy = false
  await Promise.all(visitors)
  expect(result).toMatchObject({ code: 0, stderr: '' })
}, 120_000)

it('restores all that was acknowledged before, and erases again who was erased since', async () => {
  const DATA_DIR = site.dataDir
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
    emails: expect.arrayContaining(['bilal@example.com', ...before]),
  })
  const again = await restored(backup, 'erased', '--erased', join(DATA_DIR, 'erased-leads'))
  expect(again.emails).toContain(before[0])
  expect(again.emails).not.toContain('bilal@example.com')
  // The next backup replaces the first one, and has the list of erased leads.
  await apply(site, 'carim@example.com')
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
    ['a missing file', (copy) => rmSync(join(copy, 'leads.db')), /leads\.db is missing/],
    ['a changed file', (copy) => writeFileSync(join(copy, 'lake-token'), 'x'), /was changed/],
    ['a truncated manifest', (copy) => writeFileSync(join(copy, 'manifest.json'), '{'), /damaged/],
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
    const { dataDir } = site
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

describe('a second backup at the same time', () => {
  it('of the same data is rejected, and the first one is complete', async () => {
    const DATA_DIR = site.dataDir
    const target = inFolder('twice')
    for (const delay of [0, 200, 400, 800]) {
      const results = await Promise.all(
        [0, delay].map(async (ms) => {
          await setTimeout(ms)
          return halvi({ DATA_DIR }, 'backup', target)
        }),
      )
      for (const { code, stderr } of results) {
        if (code !== 0) expect(stderr).toMatch(/Another backup of .* is running/)
      }
      expect(results.some(({ code }) => code === 0)).toBe(true)
      await readManifest(target)
    }
    expect(readdirSync(folder).filter((name) => name.startsWith('twice'))).toEqual(['twice'])
  }, 120_000)
})

describe('a backup to', () => {
  const backUpTo = (target: string) => halvi({ DATA_DIR: site.dataDir }, 'backup', target)

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
    symlinkSync(site.dataDir, inFolder('data'))
    for (const [target, reason] of [
      [inFolder('file'), /is not a folder/],
      [inFolder('broken'), /is not a folder/],
      [inFolder('data/backup'), /is in DATA_DIR/],
      [inFolder('data/new/backup'), /is in DATA_DIR/],
      [dirname(site.dataDir), /contains DATA_DIR/],
      ['/', /contains DATA_DIR/],
      ['/proc', /mount point/],
    ] as const) {
      const { code, stderr } = await backUpTo(target)
      expect({ target, code, stderr }).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(reason),
      })
    }
    expect(existsSync(join(site.dataDir, 'backup'))).toBe(false)
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
  const DATA_DIR = site.dataDir
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

describe('leads in PostgreSQL', async () => {
  const postgres = await testPostgres()
  afterAll(() => postgres?.drop())

  it.runIf(postgres)(
    'are part of a backup, with pg_dump',
    async () => {
      const settings = { DATABASE_URL: postgres?.url ?? '', DATA_DIR: inFolder('with postgres') }
      mkdirSync(inFolder('bin'))
      symlinkSync(process.execPath, inFolder('bin/node'))
      const running = await start(settings)
      await apply(running, 'dina@example.com')
      await running.stop()
      const folder = inFolder('backup with postgres')
      const without = await halvi({ ...settings, PATH: inFolder('bin') }, 'backup', folder)
      expect(without).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('postgresql-client'),
      })
      expect(existsSync(folder)).toBe(false)
      expect(await halvi(settings, 'backup', folder)).toMatchObject({ code: 0, stderr: '' })
      const DATA_DIR = inFolder('restored with postgres')
      const occupied = await halvi({ ...settings, DATA_DIR }, 'restore', folder)
      expect(occupied).toMatchObject({ code: 1, stderr: expect.stringContaining('already exists') })
      const { rows } = (await postgres?.query(
        "select tablename from pg_tables where schemaname = current_schema() and tablename ~ '^(lead|kysely)'",
      )) ?? { rows: [] }
      const tables = rows.map(({ tablename }) => tablename).join(', ')
      await postgres?.query(`drop table ${tables} cascade`)
      expect(await halvi({ ...settings, DATA_DIR }, 'restore', folder)).toMatchObject({ code: 0 })
      const leads = await postgres?.query('select payload from lead')
      expect(leads?.rows.map(({ payload }) => JSON.parse(payload).email)).toEqual([
        'dina@example.com',
      ])
      const again = await start({ ...settings, DATA_DIR })
      await again.stop()
    },
    120_000,
  )
})

describe('restic', () => {
  const run = (...args: string[]) =>
    spawnSync('restic', args, {
      encoding: 'utf8',
      env: {
        ...process.env,
        RESTIC_REPOSITORY: inFolder('repository'),
        RESTIC_PASSWORD: 'a secret',
      },
    })
  const isInstalled = () => run('version').status === 0
  if (!isInstalled() && process.getuid?.() === 0) {
    spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', 'restic'])
  }

  it('keeps encrypted copies of a backup elsewhere, as the guide says', async (context) => {
    if (!isInstalled()) return context.skip('restic is missing')
    for (const args of [
      ['init'],
      ['backup', '--host', 'first', backup],
      ['unlock'],
      ['backup', '--host', 'second', backup],
      [
        'forget',
        '--group-by',
        'paths',
        '--keep-daily',
        '7',
        '--keep-weekly',
        '4',
        '--keep-monthly',
        '12',
        '--prune',
      ],
      ['check', '--read-data'],
      ['restore', 'latest', '--target', inFolder('from restic')],
    ]) {
      const { status, stderr } = run(...args)
      expect({ status, stderr }).toMatchObject({ status: 0 })
    }
    // Of the two on this day.
    expect(JSON.parse(run('snapshots', '--json').stdout)).toHaveLength(1)
    const { page, emails } = await restored(join(inFolder('from restic'), backup), 'with restic')
    expect(page).toBe(200)
    expect(emails).toContain(before[0])
  }, 120_000)
})
