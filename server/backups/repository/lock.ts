import { createHash, randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { OperatorError } from '../../operator-error.ts'
import type { FileStore } from '../stores/store.ts'

/** How often the holder renews the lock, and after what silence it counts as dead; in milliseconds. */
const standardTimes = { renewMs: 60_000, deadMs: 10 * 60_000 }

interface Holder {
  id: string
  host: string
  pid: number
  /** When the lock was renewed, ISO 8601. */
  at: string
}

/**
 * Calls `work` while nobody else, on whatever machine, writes to a repository or deletes from it. The store that
 * `work` gets rejects writes once somebody else has taken over the lock.
 *
 * @throws OperatorError while somebody else holds the lock
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
    // It was released in between.
    else if (!(await store.create(name, text()))) throw takenByAnother(store)
  }
  const isOurs = async () => parse(await store.read(name))?.id === owner.id
  // Some services replace the file though there is one: its last writer has the lock.
  if (!(await isOurs())) throw takenByAnother(store)
  let renewed = Date.now()
  let isLost = false

  async function renew(): Promise<void> {
    // At that age another process may be taking it over.
    isLost ||= Date.now() - renewed > deadMs || !(await isOurs())
    if (isLost) return
    await store.write(name, text())
    renewed = Date.now()
  }

  let renewing: Promise<void> | undefined
  const timer = setInterval(() => {
    // An error here is one of the next write, too.
    renewing ??= renew()
      .catch(() => {})
      .finally(() => {
        renewing = undefined
      })
  }, renewMs).unref()

  async function assertHeld(): Promise<void> {
    // A machine that has slept does not know whether somebody came meanwhile.
    if (Date.now() - renewed > deadMs / 2) await renew()
    if (!isLost) return
    throw new OperatorError(
      `Another backup has taken over ${store.name}, or could have: this one was silent for too long`,
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
    // A later renewal would create the lock again.
    await renewing
    await isOurs()
      .then((isHeld) => (isHeld ? store.remove(name) : undefined))
      .catch(() => {})
  }
}

/**
 * Takes over the lock of a dead holder. This happens within a lock of its own, named by the content found: of several
 * processes that find the same, one takes it over, and the others then see that it has changed.
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

/** Returns undefined for a lock that was cut short, which nobody holds. */
function parse(bytes: Buffer | undefined): Holder | undefined {
  try {
    return bytes && (JSON.parse(bytes.toString()) as Holder)
  } catch {
    return undefined
  }
}

function isDead({ host, pid, at }: Holder, deadMs: number): boolean {
  const age = Date.now() - Date.parse(at)
  // A time in the future comes from a clock that was set back.
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
