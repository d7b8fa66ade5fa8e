import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { forkProgram } from 'halvi-runtime/processes/fork-program'
import { workerProgram } from 'halvi-runtime/processes/fork-worker'
import type { Logger } from 'pino'
import type { Settings } from '../settings/settings.ts'
import { sendHeartbeat } from './heartbeat.ts'
import { readBackupRecord, recordFailure } from './record.ts'

/** Intervals of the schedule, in milliseconds. */
interface Intervals {
  /** How often to check whether a task is due. */
  checkMs: number
  /** The delays before retries: after the first failure in a row, the second, and so on. The last delay repeats. */
  retryDelaysMs: readonly number[]
  /** The timeout after which a task is killed, for example because a database or a network drive does not respond. */
  timeoutMs: number
}

const minute = 60_000
const standardIntervals: Intervals = {
  checkMs: 2_000,
  retryDelaysMs: [1, 5, 15, 30, 60].map((minutes) => minutes * minute),
  timeoutMs: 6 * 60 * minute,
}

type Task = 'backup' | 'drill'

/** Starts a task as a child process. The output of a failed task ends with the reason. */
export type Run = (task: Task) => {
  ended: Promise<{ code: number | null; output: string }>
  kill(): void
}

/** The scheduled backups and restore drills of the running site. */
export interface BackupSchedule {
  /** The number of failures of each task since the site started. */
  failures: Record<Task, number>
  /**
   * Stops the schedule and kills the running task. A backup that is killed has no manifest, so it does not count as
   * one.
   */
  close(): Promise<void>
}

type ScheduleSettings = Pick<
  Settings,
  'DATA_DIR' | 'BACKUP_TO' | 'BACKUP_EVERY' | 'DRILL_EVERY' | 'BACKUP_HEARTBEAT_URL'
>

/**
 * Runs backups and restore drills, one at a time, each in a child process. A task is due when its last success is
 * older than the interval in the settings. Tasks that were missed during downtime run soon after the start.
 */
export function scheduleBackups(
  settings: ScheduleSettings,
  log: Logger,
  run: Run = runProgram,
  { checkMs, retryDelaysMs, timeoutMs }: Intervals = standardIntervals,
  isShuttingDown: () => boolean = () => false,
  onFailure: (task: Task) => unknown = () => {},
): BackupSchedule {
  const failures = { backup: 0, drill: 0 }
  if (!settings.BACKUP_TO) return { failures, close: async () => {} }
  const failuresInARow = { backup: 0, drill: 0 }
  /** When a failed task may run again, on the monotonic clock. */
  const notBefore = { backup: 0, drill: 0 }
  let running: ReturnType<Run> | undefined
  let checking: Promise<void> = Promise.resolve()
  let closed = false
  const stopped = new AbortController()

  async function check(): Promise<void> {
    const task = due(settings, Date.now()).find((each) => performance.now() >= notBefore[each])
    if (!task || closed || isShuttingDown()) return
    const started = new Date().toISOString()
    running = run(task)
    const limit = setTimeout(running.kill, timeoutMs).unref()
    const { code, output } = await running.ended
    clearTimeout(limit)
    running = undefined
    // A signal to the whole process group also ended the task. That is a shutdown, not a failure.
    if (closed || (code !== 0 && isShuttingDown())) return
    if (code === 0) {
      failuresInARow[task] = 0
      log.info({ output }, `${task} done`)
      const url = settings.BACKUP_HEARTBEAT_URL
      if (url) await sendHeartbeat(url, log, stopped.signal)
      return
    }
    failures[task]++
    const delay =
      retryDelaysMs[Math.min(failuresInARow[task]++, retryDelaysMs.length - 1)] ?? minute
    notBefore[task] = performance.now() + delay
    const retryInSeconds = Math.round(delay / 1_000)
    log.error({ reason: output, code, retryInSeconds }, `${task} failed`)
    onFailure(task)
    // The program records its failures, unless it was killed.
    const name = task === 'backup' ? 'lastFailure' : 'lastDrillFailure'
    const recorded = readBackupRecord(settings.DATA_DIR)[name]
    if (recorded && recorded.at >= started) return
    recordFailure(settings.DATA_DIR, name, output || `the process exited with ${code}`)
  }

  const timer = setInterval(() => {
    if (running) return
    checking = checking
      .then(check)
      .catch((err) => log.error({ err }, 'scheduled backup check failed'))
  }, checkMs).unref()

  return {
    failures,
    async close() {
      closed = true
      stopped.abort()
      clearInterval(timer)
      running?.kill()
      await checking
    },
  }
}

/**
 * Returns the tasks that are due, most urgent first. Ignores a last time in the future, which comes from a wrong
 * clock.
 */
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

/**
 * The environment variables that the program receives, including those that PostgreSQL reads in addition to the URL.
 */
const passed = ['DATA_DIR', 'DATABASE_URL', 'DRILL_EVERY', /^(BACKUP|S3|SANITY)_/, /^PG/]

function runProgram(task: Task): ReturnType<Run> {
  const program = workerProgram('./program.ts', './scheduled-backup.js', import.meta.url)
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
