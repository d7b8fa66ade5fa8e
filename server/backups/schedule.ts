import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { forkProgram } from 'halvi-runtime/processes/fork-program'
import type { Logger } from 'pino'
import type { Settings } from '../settings/settings.ts'
import { sendHeartbeat } from './heartbeat.ts'
import { readBackupRecord, recordFailure } from './record.ts'

/** In milliseconds. */
interface Intervals {
  /** How often the schedule is checked. */
  lookMs: number
  /** The pause after the first failure in a row, the second and so on; then the last one. */
  pausesMs: readonly number[]
  /** When a task is killed: it hangs on a database or a folder of another machine that does not answer. */
  timeoutMs: number
}

const minute = 60_000
const standardIntervals: Intervals = {
  lookMs: 2_000,
  pausesMs: [1, 5, 15, 30, 60].map((minutes) => minutes * minute),
  timeoutMs: 6 * 60 * minute,
}

type Task = 'backup' | 'drill'

/** Starts a task; its output ends with the reason of a failure. */
export type Run = (task: Task) => {
  ended: Promise<{ code: number | null; output: string }>
  kill(): void
}

/** The backups and drills of the running site. */
export interface BackupSchedule {
  /** How often each has failed since the start. */
  failures: Record<Task, number>
  /** Kills the running task; what it has written is no backup. */
  close(): Promise<void>
}

type ScheduleSettings = Pick<
  Settings,
  'DATA_DIR' | 'BACKUP_TO' | 'BACKUP_EVERY' | 'DRILL_EVERY' | 'BACKUP_HEARTBEAT_URL'
>

/**
 * Runs backups and drills, one at a time, each in a process of its own: as soon as the last one is older than the
 * settings say. Those that were missed while the site was off run soon after the start.
 */
export function scheduleBackups(
  settings: ScheduleSettings,
  log: Logger,
  run: Run = runProgram,
  { lookMs, pausesMs, timeoutMs }: Intervals = standardIntervals,
  isEnding: () => boolean = () => false,
): BackupSchedule {
  const failures = { backup: 0, drill: 0 }
  if (!settings.BACKUP_TO) return { failures, close: async () => {} }
  const failuresInARow = { backup: 0, drill: 0 }
  /** When to try again, on a clock that nobody sets. */
  const notBefore = { backup: 0, drill: 0 }
  let running: ReturnType<Run> | undefined
  let looking: Promise<void> = Promise.resolve()
  let closed = false
  const stopped = new AbortController()

  async function look(): Promise<void> {
    const task = due(settings, Date.now()).find((each) => performance.now() >= notBefore[each])
    if (!task || closed || isEnding()) return
    const started = new Date().toISOString()
    running = run(task)
    const limit = setTimeout(running.kill, timeoutMs).unref()
    const { code, output } = await running.ended
    clearTimeout(limit)
    running = undefined
    // A signal to all processes at once has ended it with the site: that is no failure.
    if (closed || (code !== 0 && isEnding())) return
    if (code === 0) {
      failuresInARow[task] = 0
      log.info({ output }, `${task} done`)
      const url = settings.BACKUP_HEARTBEAT_URL
      if (url) await sendHeartbeat(url, log, stopped.signal)
      return
    }
    failures[task]++
    const pause = pausesMs[Math.min(failuresInARow[task]++, pausesMs.length - 1)] ?? minute
    notBefore[task] = performance.now() + pause
    const retryInSeconds = Math.round(pause / 1_000)
    log.error({ reason: output, code, retryInSeconds }, `${task} failed`)
    // The program records its failures itself, unless it was killed.
    const name = task === 'backup' ? 'lastFailure' : 'lastDrillFailure'
    const recorded = readBackupRecord(settings.DATA_DIR)[name]
    if (recorded && recorded.at >= started) return
    recordFailure(settings.DATA_DIR, name, output || `the process exited with ${code}`)
  }

  const timer = setInterval(() => {
    if (running) return
    looking = looking.then(look).catch((err) => log.error({ err }, 'scheduled backup check failed'))
  }, lookMs).unref()

  return {
    failures,
    async close() {
      closed = true
      stopped.abort()
      clearInterval(timer)
      running?.kill()
      await looking
    },
  }
}

/** Returns the tasks that are due, the more urgent first. A last time in the future is ignored: the clock was wrong. */
export function due(settings: ScheduleSettings, now: number): Task[] {
  const { lastBackup, lastDrill } = readBackupRecord(settings.DATA_DIR)
  const isDue = (last: string | undefined, every: number | undefined) => {
    const age = now - Date.parse(last ?? '')
    return every !== undefined && !(age >= 0 && age < every)
  }
  const tasks: Task[] = []
  if (isDue(lastBackup?.at, settings.BACKUP_EVERY)) tasks.push('backup')
  if (lastBackup && isDue(lastDrill?.at, settings.DRILL_EVERY)) tasks.push('drill')
  return tasks
}

const maxOutputLength = 2_000

/** The settings of the program, among them those that a URL of PostgreSQL leaves out. */
const passed = ['DATA_DIR', 'DATABASE_URL', 'DRILL_EVERY', /^(BACKUP|S3|SANITY)_/, /^PG/]

function runProgram(task: Task): ReturnType<Run> {
  const { url } = import.meta
  const program = new URL(url.endsWith('.ts') ? './program.ts' : './scheduled-backup.js', url)
  const child = forkProgram(program, {
    ...{ args: [task], stdio: ['ignore', 'pipe', 'pipe'], passed },
    priority: 10,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (bytes) => {
      output = (output + bytes).slice(-maxOutputLength)
    })
  }
  return {
    ended: exitCode(child).then((code) => ({ code, output: output.trim() })),
    kill: () => void child.kill('SIGKILL'),
  }
}

async function exitCode(child: ChildProcess): Promise<number | null> {
  const [code] = (await once(child, 'close').catch(() => [null])) as [number | null]
  return code
}
