import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { changeBackupRecord, readBackupRecord } from './record.ts'
import { type BackupSchedule, due, type Run, scheduleBackups } from './schedule.ts'

let dataDir: string
let schedule: BackupSchedule | undefined
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'schedule-'))
})
afterEach(async () => {
  await schedule?.close()
  rmSync(dataDir, { recursive: true })
})

const hour = 3_600_000
const settings = () => ({
  DATA_DIR: dataDir,
  BACKUP_TO: '/backups' as string | undefined,
  BACKUP_EVERY: (24 * hour) as number | undefined,
  DRILL_EVERY: (168 * hour) as number | undefined,
})
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString()
const backupOf = (at: string) => ({ at, place: '/backups', bytes: 1, seconds: 1 })
const drillOf = (at: string) => ({ at, backupOf: at })

it('runs missed tasks after any downtime, and no task too early', () => {
  const now = Date.now()
  expect(due(settings(), now)).toEqual(['backup'])
  changeBackupRecord(dataDir, { lastBackup: backupOf(ago(1)) })
  expect(due(settings(), now)).toEqual(['drill'])
  changeBackupRecord(dataDir, { lastDrill: drillOf(ago(2)) })
  expect(due(settings(), now)).toEqual([])
  changeBackupRecord(dataDir, { lastBackup: backupOf(ago(9_999)), lastDrill: drillOf(ago(9_999)) })
  expect(due(settings(), now)).toEqual(['backup', 'drill'])
  expect(due({ ...settings(), BACKUP_EVERY: undefined, DRILL_EVERY: undefined }, now)).toEqual([])
})

it('runs tasks although their last time is in the future', () => {
  changeBackupRecord(dataDir, {
    lastBackup: backupOf(ago(-5_000)),
    lastDrill: drillOf(ago(-5_000)),
  })
  expect(due(settings(), Date.now())).toEqual(['backup', 'drill'])
})

function start(run: Run, retryDelaysMs: number[] = [1], timeoutMs = hour): BackupSchedule {
  const log = pino({ level: 'silent' })
  schedule = scheduleBackups(settings(), log, run, {
    checkMs: 5,
    retryDelaysMs: retryDelaysMs,
    timeoutMs,
  })
  return schedule
}

/** Returns a runner whose tasks exit with these codes. It records successful tasks. */
const exitingWith =
  (codes: Record<'backup' | 'drill', number>): Run =>
  (task) => {
    const now = new Date().toISOString()
    if (task === 'backup') changeBackupRecord(dataDir, { lastBackup: backupOf(now) })
    else if (codes.drill === 0) changeBackupRecord(dataDir, { lastDrill: drillOf(now) })
    return { ended: Promise.resolve({ code: codes[task], output: '' }), kill() {} }
  }

describe('the heartbeat', () => {
  /** Starts a schedule. Returns the lines of its log. */
  function startWith(BACKUP_HEARTBEAT_URL: string, run: Run): Record<string, unknown>[] {
    const lines: Record<string, unknown>[] = []
    const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) })
    const intervals = { checkMs: 5, retryDelaysMs: [60_000], timeoutMs: hour }
    schedule = scheduleBackups({ ...settings(), BACKUP_HEARTBEAT_URL }, log, run, intervals)
    return lines
  }

  async function startMonitor(status: number | 'silent') {
    let requests = 0
    const server = createServer((_request, response) => {
      requests++
      if (status !== 'silent') response.writeHead(status).end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const { port } = server.address() as AddressInfo
    return { url: `http://127.0.0.1:${port}/secret`, requests: () => requests }
  }

  it('is sent after each successful backup and drill, and not after a failure', async () => {
    const monitor = await startMonitor(200)
    startWith(monitor.url, exitingWith({ backup: 0, drill: 0 }))
    await expect.poll(monitor.requests).toBe(2)
    await schedule?.close()
    rmSync(join(dataDir, 'backups.json'))
    startWith(monitor.url, exitingWith({ backup: 0, drill: 1 }))
    await expect.poll(() => schedule?.failures.drill).toBe(1)
    expect(monitor.requests()).toBe(3)
  })

  it('logs a failure with its cause and without the URL', async () => {
    const unreachable = ['http://127.0.0.1:9/secret', 'http://127.0.0.1:1/secret']
    const { url } = await startMonitor(404)
    for (const [each, cause] of [
      [unreachable[0], /bad port|ECONNREFUSED/],
      [unreachable[1], /bad port|ECONNREFUSED/],
      [url, /404/],
    ] as const) {
      rmSync(join(dataDir, 'backups.json'), { force: true })
      const lines = startWith(each ?? '', exitingWith({ backup: 0, drill: 0 }))
      await expect
        .poll(() => lines.filter(({ msg }) => msg === 'backup heartbeat failed'))
        .toHaveLength(2)
      await schedule?.close()
      expect(JSON.stringify(lines)).toMatch(cause)
      expect(JSON.stringify(lines)).not.toContain('/secret')
    }
  })

  it('is aborted at shutdown when the monitor does not respond', async () => {
    const monitor = await startMonitor('silent')
    const lines = startWith(monitor.url, exitingWith({ backup: 0, drill: 0 }))
    await expect.poll(monitor.requests).toBe(1)
    await schedule?.close()
    expect(lines.filter(({ msg }) => msg === 'backup heartbeat failed')).toEqual([])
  })
})

it('runs one task at a time and retries failed tasks after a delay', async () => {
  const begun: string[] = []
  let running = 0
  let maxRunning = 0
  const backups = start((task) => {
    maxRunning = Math.max(maxRunning, ++running)
    begun.push(task)
    const work = async () => {
      await sleep(20)
      running--
      if (begun.length < 3) return { code: 1, output: 'The disk is full' }
      const now = new Date().toISOString()
      if (task === 'backup') changeBackupRecord(dataDir, { lastBackup: backupOf(now) })
      else changeBackupRecord(dataDir, { lastDrill: drillOf(now) })
      return { code: 0, output: '' }
    }
    return { ended: work(), kill() {} }
  })
  await expect.poll(() => readBackupRecord(dataDir).lastDrill).toBeDefined()
  await sleep(50)
  expect(begun).toEqual(['backup', 'backup', 'backup', 'drill'])
  expect([maxRunning, backups.failures.backup]).toEqual([1, 2])
  expect(readBackupRecord(dataDir).lastFailure?.reason).toBe('The disk is full')
})

it('waits before a retry and kills the running task at shutdown', async () => {
  let begun = 0
  const failed = { code: null, output: '' }
  start(() => ({ ended: Promise.resolve({ code: ++begun, output: '' }), kill() {} }), [60_000])
  await sleep(100)
  expect(begun).toBe(1)
  await schedule?.close()
  let kill = () => {}
  const ended = new Promise<typeof failed>((resolve) => {
    kill = () => resolve(failed)
  })
  let asked = false
  const hanging = start(() => {
    asked = true
    return { ended, kill }
  })
  await expect.poll(() => asked).toBe(true)
  await hanging.close()
  expect(hanging.failures.backup).toBe(0)
})

it('kills a task after the timeout and retries', async () => {
  let begun = 0
  const { failures } = start(
    () => {
      begun++
      let kill = () => {}
      const ended = new Promise<{ code: null; output: string }>((resolve) => {
        kill = () => resolve({ code: null, output: '' })
      })
      return { ended, kill }
    },
    [1],
    20,
  )
  await expect.poll(() => begun).toBeGreaterThan(1)
  expect(failures.backup).toBeGreaterThan(0)
})

it('does not count a task as failed that a shutdown of all processes ended', async () => {
  let isShuttingDown = false
  let runs = 0
  const run: Run = () => {
    runs++
    isShuttingDown = true
    return { ended: Promise.resolve({ code: null, output: '' }), kill: () => {} }
  }
  const log = pino({ level: 'silent' })
  const intervals = { checkMs: 5, retryDelaysMs: [1], timeoutMs: hour }
  schedule = scheduleBackups(settings(), log, run, intervals, () => isShuttingDown)
  await expect.poll(() => runs).toBe(1)
  await sleep(50)
  expect([runs, schedule.failures.backup]).toEqual([1, 0])
  expect(readBackupRecord(dataDir).lastFailure).toBeUndefined()
})
