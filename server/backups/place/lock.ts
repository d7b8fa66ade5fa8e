import { createHash, randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { BackupError } from '../backup-error.ts'
import type { Store } from '../stores/store.ts'

/** So often whoever works says so, and after so long a silence counts as gone; in milliseconds. */
const times = { renewMs: 60_000, goneMs: 10 * 60_000 }

/**
 * Does something while nobody else writes to a place or deletes from it, wherever they run: to the store that
 * it is given, which refuses once somebody else has taken the place over.
 *
 * @throws BackupError when somebody else does
 */
export async function withLock<Result>(
  store: Store,
  work: (held: Store) => Promise<Result>,
  { renewMs, goneMs } = times,
  name = 'lock.json',
): Promise<Result> {
  const owner = { id: randomUUID(), host: hostname(), pid: process.pid }
  const text = () => Buffer.from(JSON.stringify({ ...owner, at: new Date().toISOString() }))
  if (!(await store.create(name, text()))) {
    const found = await store.read(name)
    if (found) await takeOver(store, name, found, text, { renewMs, goneMs })
    // It was given up in between.
    else if (!(await store.create(name, text()))) throw justBegun(store)
  }
  const isOurs = async () => parse(await store.read(name))?.id === owner.id
  // Some services make a file though there is one: the one whose name stands there goes on.
  if (!(await isOurs())) throw justBegun(store)
  let renewed = Date.now()
  let isLost = false

  async function renew(): Promise<void> {
    // Whoever finds it so old takes it over, and may be doing so.
    isLost ||= Date.now() - renewed > goneMs || !(await isOurs())
    if (isLost) return
    await store.write(name, text())
    renewed = Date.now()
  }

  let renewing: Promise<void> | undefined
  const timer = setInterval(() => {
    // What fails now fails what is being written, too.
    renewing ??= renew()
      .catch(() => {})
      .finally(() => {
        renewing = undefined
      })
  }, renewMs).unref()

  async function assertHeld(): Promise<void> {
    // A machine that has slept does not know who came meanwhile.
    if (Date.now() - renewed > goneMs / 2) await renew()
    if (!isLost) return
    throw new BackupError(
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
    // One that came later would make it anew.
    await renewing
    await giveUp(store, name, isOurs).catch(() => {})
  }
}

async function giveUp(store: Store, name: string, isOurs: () => Promise<boolean>): Promise<void> {
  if (await isOurs()) await store.remove(name)
}

/**
 * Takes the place of a holder that is gone. Within a lock of its own, named by what was found: of several who
 * find the same one takes it over, and the others see then that it is another.
 */
async function takeOver(
  store: Store,
  name: string,
  found: Buffer,
  text: () => Buffer,
  limits: typeof times,
): Promise<void> {
  const holder = parse(found)
  if (holder && !isGone(holder, limits.goneMs)) {
    throw new BackupError(
      `Another backup writes to ${store.name} (process ${holder.pid} on ${holder.host}); if it has died, this is free in ten minutes`,
    )
  }
  const replace = async () => {
    const now = await store.read(name)
    if (!now?.equals(found)) throw justBegun(store)
    await store.write(name, text())
  }
  const hash = createHash('sha256').update(found).digest('hex')
  await withLock(store, replace, limits, `lock-${hash.slice(0, 16)}.json`)
}

const justBegun = ({ name }: Store) =>
  new BackupError(`Another backup has just begun to write to ${name}`)

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
