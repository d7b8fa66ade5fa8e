import { createHash, randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { OperatorError } from '../../operator-error.ts'
import type { FileStore } from '../stores/store.ts'

/** How often the owner renews the lock, and how long after the last renewal it counts as dead, in milliseconds. */
const standardTimes = { renewMs: 60_000, deadMs: 10 * 60_000 }

interface LockOwner {
  id: string
  host: string
  pid: number
  /** When the lock was last renewed, ISO 8601. */
  at: string
}

/**
 * Runs `work` while holding the lock of a repository, so that no other process on any machine writes to the
 * repository or deletes from it. `work` receives a store that rejects writes after another process has taken over the
 * lock.
 *
 * @throws OperatorError while another process holds the lock
 */
export async function withLock<Result>(
  store: FileStore,
  work: (held: FileStore) => Promise<Result>,
  times = standardTimes,
  name = 'lock.json',
): Promise<Result> {
  const { renewMs, deadMs } = times
  const owner = { id: randomUUID(), host: hostname(), pid: process.pid }
  const text = () => Buffer.from(JSON.stringify({ ...owner, at: new Date().toISOString() }))
  if (!(await store.create(name, text()))) {
    const found = await store.read(name)
    if (found) await takeOver(store, name, found, text, times)
    // The other process has released the lock since the first attempt.
    else if (!(await store.create(name, text()))) throw takenByAnother(store)
  }
  const isHeldByUs = async () => parse(await store.read(name))?.id === owner.id
  // Some S3 services overwrite an existing file despite the condition. The last writer then holds the lock.
  if (!(await isHeldByUs())) throw takenByAnother(store)
  let renewed = Date.now()
  let isLost = false

  async function renew(): Promise<void> {
    // After this time, another process may be taking over the lock.
    isLost ||= Date.now() - renewed > deadMs || !(await isHeldByUs())
    if (isLost) return
    await store.write(name, text())
    renewed = Date.now()
  }

  let renewing: Promise<void> | undefined
  const timer = setInterval(() => {
    // Ignored: if the store fails, the next write fails with the same error.
    renewing ??= renew()
      .catch(() => {})
      .finally(() => {
        renewing = undefined
      })
  }, renewMs).unref()

  async function assertHeld(): Promise<void> {
    // After the machine has slept, another process may hold the lock. The renewal checks that.
    if (Date.now() - renewed > deadMs / 2) await renew()
    if (!isLost) return
    throw new OperatorError(
      `Another backup may have taken over ${store.name} because this one did not renew its lock in time. Try again`,
    )
  }

  try {
    return await work({
      ...store,
      write: async (file, data) => {
        await assertHeld()
        await store.write(file, data)
      },
      remove: async (file) => {
        await assertHeld()
        await store.remove(file)
      },
    })
  } finally {
    clearInterval(timer)
    // A renewal that finishes after the removal would create the lock again.
    await renewing
    await isHeldByUs()
      .then((isHeld) => (isHeld ? store.remove(name) : undefined))
      .catch(() => {})
  }
}

/**
 * Takes over the lock of a dead owner. Holds a second lock meanwhile, whose name is a hash of the dead lock's
 * content. If several processes find the same dead lock, one takes it over. The others then find changed content and
 * throw.
 */
async function takeOver(
  store: FileStore,
  name: string,
  found: Buffer,
  text: () => Buffer,
  times: typeof standardTimes,
): Promise<void> {
  const holder = parse(found)
  if (holder && !isDead(holder, times.deadMs)) {
    throw new OperatorError(
      `Another backup is writing to ${store.name} (process ${holder.pid} on ${holder.host}). If it has died, try again in ten minutes`,
    )
  }
  const replace = async () => {
    const now = await store.read(name)
    if (!now?.equals(found)) throw takenByAnother(store)
    await store.write(name, text())
  }
  const hash = createHash('sha256').update(found).digest('hex')
  await withLock(store, replace, times, `lock-${hash.slice(0, 16)}.json`)
}

const takenByAnother = ({ name }: FileStore) =>
  new OperatorError(`Another backup has just started to write to ${name}`)

/** Returns the owner in a lock file, or undefined for a truncated file, which counts as free. */
function parse(bytes: Buffer | undefined): LockOwner | undefined {
  try {
    return bytes && (JSON.parse(bytes.toString()) as LockOwner)
  } catch {
    return undefined
  }
}

function isDead({ host, pid, at }: LockOwner, deadMs: number): boolean {
  const age = Date.now() - Date.parse(at)
  // The lock's time is in the future if a clock was set back. Such a lock counts as dead.
  if (!(age > -deadMs && age < deadMs)) return true
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
