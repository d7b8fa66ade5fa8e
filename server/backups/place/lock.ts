import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { BackupError } from '../backup-error.ts'
import type { Store } from '../stores/store.ts'

const lockName = 'lock.json'

/** So often whoever works says so, and after so long a silence counts as gone; in milliseconds. */
const times = { renewMs: 60_000, goneMs: 10 * 60_000 }

/**
 * Does something while nobody else writes to a place or deletes from it, wherever they run.
 *
 * @throws BackupError when somebody else does
 */
export async function withLock<Result>(
  store: Store,
  work: () => Promise<Result>,
  { renewMs, goneMs } = times,
): Promise<Result> {
  const owner = { id: randomUUID(), host: hostname(), pid: process.pid }
  const text = () => Buffer.from(JSON.stringify({ ...owner, at: new Date().toISOString() }))
  if (!(await store.create(lockName, text()))) {
    const holder = parse(await store.read(lockName))
    if (holder && !isGone(holder, goneMs)) {
      throw new BackupError(
        `Another backup writes to ${store.name} (process ${holder.pid} on ${holder.host}); if it has died, this is free in ten minutes`,
      )
    }
    await store.remove(lockName)
    if (!(await store.create(lockName, text()))) {
      throw new BackupError(`Another backup has just begun to write to ${store.name}`)
    }
  }
  // Two who took over at once: the one whose name stands there goes on.
  if (parse(await store.read(lockName))?.id !== owner.id) {
    throw new BackupError(`Another backup has just begun to write to ${store.name}`)
  }
  const timer = setInterval(() => {
    // What fails now fails what is being written, too.
    store.write(lockName, text()).catch(() => {})
  }, renewMs).unref()
  try {
    return await work()
  } finally {
    clearInterval(timer)
    await store.remove(lockName).catch(() => {})
  }
}

interface Holder {
  id: string
  host: string
  pid: number
  at: string
}

/** One that was cut off is nobody's. */
function parse(bytes: Buffer | undefined): Holder | undefined {
  try {
    return bytes && (JSON.parse(bytes.toString()) as Holder)
  } catch {
    return undefined
  }
}

function isGone({ host, pid, at }: Holder, goneMs: number): boolean {
  // Also when it seems to come from the future: a clock was set back.
  const age = Date.now() - Date.parse(at)
  if (!(age > -goneMs && age < goneMs)) return true
  return host === hostname() && pid !== process.pid && !isRunning(pid)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
