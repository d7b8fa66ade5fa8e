import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { forkProgram } from 'halvi-runtime/processes/fork-program'
import type { Logger } from 'pino'
import type { Settings } from '../settings/settings.ts'
import { sendHeartbeat } from './heartbeat.ts'
import { changeBackupRecord, readBackupRecord } from './record.ts'

/** How often it is looked whether something is due, and how long is waited after failures; in milliseconds. */
interface Intervals {
  lookMs: number
  /** After the first, the second and so on; then as the last. */
  pausesMs: readonly number[]
  /** What has not ended by then hangs: on a database that went without a word, or a folder on another machine. */
  longestMs: number
}

const minute = 60_000
const standardIntervals: Intervals = {
  // Tests, which would wait for most of their time, name another.
  lookMs: Number(process.env.BACKUP_LOOK_MS) || 10_000,
  pausesMs: [1, 5, 15, 30, 60].map((minutes) => minutes * minute),
  longestMs: 6 * 60 * minute,
}

/** What is done by and by. */
type Task = 'backup' | 'drill'

/** Runs one of the operators' commands to its end, and can be told to stop. */
export type Run = (task: Task) => {
  ended: Promise<{ code: number | null; said: string }>
  kill(): void
}

/** Backups and drills that the running site sees to. */
export interface BackupSchedule {
  /** How often each has failed since the start. */
  failures: Record<Task, number>
  /** Ends what is under way; what it had sent counts as nothing. */
  close(): Promise<void>
}

type Times = Pick<
  Settings,
  'DATA_DIR' | 'BACKUP_TO' | 'BACKUP_EVERY' | 'DRILL_EVERY' | 'BACKUP_HEARTBEAT_URL'
>

/**
 * Has backups made and tried out, one thing at a time, each by a process of its own: as soon as the last one is
 * older than the settings say, so that what was missed while the site was off is done soon after the start.
 */
export function scheduleBackups(
  settings: Times,
  log: Logger,
  run: Run = runCommand,
  { lookMs, pausesMs, longestMs }: Intervals = standardIntervals,
  isEnding: () => boolean = () => false,
): BackupSchedule {
  const failures = { backup: 0, drill: 0 }
  if (!settings.BACKUP_TO) return { failures, close: async () => {} }
  const inARow = { backup: 0, drill: 0 }
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
    const limit = setTimeout(running.kill, longestMs).unref()
    const { code, said } = await running.ended
    clearTimeout(limit)
    running = undefined
    // A signal to all processes at once has ended it with the site: that is no failure.
    if (closed || (code !== 0 && isEnding())) return
    if (code === 0) {
      inARow[task] = 0
      log.info({ said }, `${task} done`)
      const url = settings.BACKUP_HEARTBEAT_URL
      if (url) await sendHeartbeat(url, log, stopped.signal)
      return
    }
    failures[task]++
    const pause = pausesMs[Math.min(inARow[task]++, pausesMs.length - 1)] ?? minute
    notBefore[task] = performance.now() + pause
    log.error({ reason: said, code, againInSeconds: Math.round(pause / 1_000) }, `${task} failed`)
    note(settings.DATA_DIR, task, started, said || `it ended with ${code}`)
  }

  const timer = setInterval(() => {
    if (running) return
    looking = looking.then(look).catch((err) => log.error({ err }, 'backups are not seen to'))
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

/** What is due, the more urgent first. A last time that is yet to come counts for nothing: the clock was wrong. */
export function due(settings: Times, now: number): Task[] {
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

/** The command writes down by itself why it failed; one that was killed did not. */
function note(dataDir: string, task: Task, started: string, reason: string): void {
  const name = task === 'backup' ? 'lastFailure' : 'lastDrillFailure'
  const known = readBackupRecord(dataDir)[name]
  if (known && known.at >= started) return
  try {
    changeBackupRecord(dataDir, { [name]: { at: new Date().toISOString(), reason } })
  } catch {
    // The disk is full: the log has it.
  }
}

/** Of what a command says, the last is why it failed. */
const mostSaid = 2_000

/** The settings that the commands need, among them what a URL of PostgreSQL leaves out. */
const passed = ['DATA_DIR', 'DATABASE_URL', 'DRILL_EVERY', /^(BACKUP|S3|SANITY)_/, /^PG/]

/** A process of the same build. */
function runCommand(task: Task): ReturnType<Run> {
  const { url } = import.meta
  const isSource = url.endsWith('.ts')
  const program = new URL(isSource ? '../../cli/halvi.ts' : './halvi.js', url)
  const child = forkProgram(program, { args: [task], stdio: ['ignore', 'pipe', 'pipe'], passed })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (bytes) => {
      said = (said + bytes).slice(-mostSaid)
    })
  }
  return {
    ended: ended(child).then((code) => ({ code, said: said.trim().replace(/^halvi: /, '') })),
    kill: () => void child.kill('SIGKILL'),
  }
}

async function ended(child: ChildProcess): Promise<number | null> {
  const [code] = (await once(child, 'close').catch(() => [null])) as [number | null]
  return code
}
