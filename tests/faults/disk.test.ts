import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'libsql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyPreparedLake } from '../prepared-lake.ts'
import { type RunningSite, runSite, startSite } from '../running-site.ts'
import { storedLeads } from '../stored-leads.ts'
import { until } from '../until.ts'
import { application, send, startVisitors } from './visitors.ts'

const disks: string[] = []

/** Mounts a small disk in memory. Returns undefined without the permission to mount. */
function mount(options: string): string | undefined {
  const disk = mkdtempSync(join(tmpdir(), 'disk-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk])
  if (status === 0) disks.push(disk)
  else rmSync(disk, { recursive: true })
  return status === 0 ? disk : undefined
}

const disk = mount('size=64m') ?? ''
if (!disk) console.info('No permission to mount a small disk. Skipping the tests of a full disk.')

/** Fills the disk and returns the file that takes the space. */
function fill(folder: string): string {
  const filler = join(folder, 'filler')
  const file = openSync(filler, 'w')
  for (const size of [1_000_000, 4_096]) {
    const block = Buffer.alloc(size)
    expect(() => {
      for (;;) if (writeSync(file, block) < size) throw new Error('ENOSPC')
    }).toThrow('ENOSPC')
  }
  closeSync(file)
  return filler
}

async function stopped(running: RunningSite): Promise<void> {
  expect(await running.stop()).toBe(0)
}

let site: RunningSite
beforeAll(async () => {
  site = await startSite(disk ? { DATA_DIR: disk } : {})
}, 60_000)
afterAll(async () => {
  if (disk) await site.stop()
  else await site.remove()
  for (const each of disks) {
    spawnSync('umount', ['--lazy', each])
    rmSync(each, { recursive: true })
  }
})

describe.runIf(disk)('a disk', () => {
  it('that is full causes 503, and every acknowledged lead is stored', async () => {
    const filler = join(disk, 'filler')
    const visitors = startVisitors([site.url], 8)
    await visitors.until(50)
    expect(() => writeFileSync(filler, Buffer.alloc(80_000_000))).toThrow('ENOSPC')
    await until(() => (visitors.otherStatuses.get(503) ?? 0) > 20)
    expect((await fetch(`${site.url}/waitlist`)).status).toBe(200)
    const ready = async () => (await fetch(`${site.url}/readyz`)).status
    await until(ready, (status) => status === 503)
    // Some forms still fit into the write-ahead log.
    const failed = () => visitors.otherStatuses.get(503) ?? 0
    const statuses = new Set<number>()
    for (const before = failed(); failed() < before + 40; ) {
      statuses.add(await ready())
      await sleep(100)
    }
    expect([...statuses]).toEqual([503])
    const notStored = site.lines.filter((line) => line.includes('submission not stored'))
    const codes = new Set(notStored.map((line) => JSON.parse(line).err.code))
    expect([...codes]).toEqual(['SQLITE_FULL'])
    expect(site.lines.join('\n')).not.toContain('cannot rollback')
    rmSync(filler)
    await until(ready, (status) => status === 200)
    await visitors.until(visitors.acknowledged.size + 50)
    await visitors.stop()
    expect([...visitors.otherStatuses.keys()]).toEqual([503])
    const stored = storedLeads(disk).map(({ payload }) => String(payload.email))
    expect(stored.sort()).toEqual([...visitors.acknowledged].sort())
  }, 60_000)

  it.each(['lake/lake.db-shm', 'leads.db-shm'])(
    'without space for %s stops the start with one error line',
    async (name) => {
      const full = mount('size=96m') ?? ''
      await copyPreparedLake(join(full, 'lake'))
      await stopped(await startSite({ DATA_DIR: full }))
      rmSync(join(full, name), { force: true })
      fill(full)
      const { code, stderr } = await runSite({ DATA_DIR: full })
      expect(code).toBe(1)
      expect(stderr).toMatch(/^halvi: [^\n]+\n$/)
      expect(stderr).toContain('full')
    },
    120_000,
  )

  it('that is read-only stops the start with one error line', async () => {
    const { code, stderr } = await runSite({ DATA_DIR: mount('size=64m,ro') ?? '' })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^halvi: [^\n]+\n$/)
  }, 60_000)
})

describe('a database locked by another process', () => {
  let other: Database.Database
  beforeAll(() => {
    other = new Database(join(site.dataDir, 'leads.db'), { timeout: 5_000 })
  })
  afterAll(() => {
    other.close()
  })

  it('delays forms, while pages are served', async () => {
    other.exec('begin immediate')
    let answered = 0
    const visits = [1, 2, 3].map(async () => {
      const response = await send(site.url, application())
      answered++
      return response
    })
    for (const path of ['/healthz', '/readyz']) {
      expect((await fetch(site.url + path)).status, path).toBe(200)
    }
    expect(answered).toBe(0)
    await sleep(500)
    expect(answered).toBe(0)
    other.exec('rollback')
    expect((await Promise.all(visits)).map(({ status }) => status)).toEqual([303, 303, 303])
  })

  it('causes 503 for forms after the timeout', async () => {
    const before = storedLeads(site.dataDir).length
    other.exec('begin immediate')
    const visits = await Promise.all([1, 2, 3].map(() => send(site.url, application())))
    other.exec('rollback')
    expect(visits.map(({ status }) => status)).toEqual([503, 503, 503])
    expect(storedLeads(site.dataDir)).toHaveLength(before)
    expect((await send(site.url, application())).status).toBe(303)
  }, 60_000)
})
