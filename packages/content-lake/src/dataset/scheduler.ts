import type { Log } from 'halvi-kit/log'
import { failScheduled, publishScheduled } from '../actions/publish-release.ts'
import { LakeError } from '../errors/errors.ts'
import { isRelease, releaseDocumentId } from '../releases/release.ts'
import type { Dataset } from './dataset.ts'

/** Maximum time between two looks at the clock, in milliseconds, because the clock may be set forward. */
const MAX_WAIT_MS = 500
/** Delay after an error of the database, such as a full disk, in milliseconds. */
const RETRY_MS = 5_000

interface Clock {
  now(): number
  /** Calls a function once after a time. Returns a function that cancels the call. */
  after(milliseconds: number, call: () => void): () => void
}

const systemClock: Clock = {
  now: Date.now,
  after: (milliseconds, call) => {
    const timer = setTimeout(call, milliseconds).unref()
    return () => clearTimeout(timer)
  },
}

/**
 * Publishes each scheduled release at its time, or right away if the time passed while nobody ran this, until the
 * returned function is called. A release that cannot be published becomes active again, with the reason.
 *
 * The state of a release changes in the transaction that publishes it. So a crash, or a clock that is set back, never
 * publishes it twice or in part.
 */
export function startScheduler(
  dataset: Dataset,
  log?: Log,
  clock: Clock = systemClock,
): () => void {
  let cancel = () => {}

  function arm(): void {
    cancel()
    const next = dataset.releases.next()
    if (!next) return
    const wait = next.time - clock.now()
    cancel = clock.after(Math.min(Math.max(wait, 0), MAX_WAIT_MS), publishNext)
  }

  /** Publishes at most one release, so that requests are answered before the next one. */
  function publishNext(): void {
    const next = dataset.releases.next()
    try {
      if (next && next.time <= clock.now()) publish(dataset, next.name, log)
      arm()
    } catch (err) {
      log?.error({ err, release: next?.name }, 'scheduled release failed')
      cancel()
      cancel = clock.after(RETRY_MS, publishNext)
    }
  }

  const unsubscribe = dataset.onTransaction(({ changes }) => {
    if (changes.some(({ before, after }) => isRelease(before) || isRelease(after))) arm()
  })
  arm()
  return () => {
    unsubscribe()
    cancel()
  }
}

/** Publishes a scheduled release, or records why it cannot be published. Throws errors of the database. */
function publish(dataset: Dataset, name: string, log?: Log): void {
  const release = dataset.get(releaseDocumentId(name))
  const author = (isRelease(release) && release.scheduledBy) || 'scheduler'
  const options = { author }
  try {
    dataset.change((staging) => publishScheduled(name, staging), options)
    log?.info({ release: name }, 'scheduled release published')
  } catch (error) {
    if (isOfDatabase(error)) throw error
    if (!(error instanceof LakeError)) {
      log?.error({ err: error, release: name }, 'scheduled release failed')
    }
    const message = messageOf(error)
    dataset.change((staging) => failScheduled(name, message, staging), options)
    log?.warn({ release: name, reason: message }, 'scheduled release could not be published')
  }
}

/** Returns whether an error is of the database, such as a full disk, and not of this release. */
function isOfDatabase(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith('SQLITE_')
}

/** Returns the description of the first failed step, or of the whole transaction. */
function messageOf(error: unknown): string {
  if (!(error instanceof LakeError)) return 'Unexpected error. Look for it in the log of the site'
  const [item] = (error.details.items ?? []) as { error?: { description?: string } }[]
  return item?.error?.description ?? error.message
}
