import { setTimeout as sleep } from 'node:timers/promises'
import { reasonOf } from 'halvi-runtime/reason'
import { createLeads, type Leads, type LeadsOptions } from './leads.ts'
import { isTemporary } from './store/is-temporary.ts'
import { openRateLimiter } from './submit/rate-limit.ts'

/** Delays between attempts to open the store, in milliseconds. The last one repeats. */
const standardDelaysMs = [500, 1_000, 2_000, 5_000]

/** The lead store is not open yet; the message has the reason. */
class LeadsNotOpenError extends Error {
  override name = 'LeadsNotOpenError'
}

/**
 * Opens the lead store. While the store is unreachable or its disk is full, returns an object that retries in the
 * background. Until then, its methods that need the store reject.
 *
 * @throws when a retry cannot help: a damaged file, a newer version, a wrong password
 */
export async function createLeadsWithRetry(
  options: LeadsOptions,
  delaysMs: readonly number[] = standardDelaysMs,
): Promise<Leads> {
  try {
    return await createLeads(options)
  } catch (error) {
    if (!isTemporary(error)) throw error
    return openLater(options, reasonOf(error), delaysMs)
  }
}

async function openLater(
  options: LeadsOptions,
  firstReason: string,
  delaysMs: readonly number[],
): Promise<Leads> {
  const { log, observer, rateLimit } = options
  const limiter = await openRateLimiter(rateLimit, undefined, log)
  const listeners = new Set<(form: string) => void>()
  const stop = new AbortController()
  let reason = firstReason
  let opened: Leads | undefined
  log.error({ reason }, 'lead store not opened, forms return 503, retrying')

  async function open(): Promise<void> {
    for (let attempts = 0; !opened; attempts++) {
      const delayMs = delaysMs[attempts] ?? delaysMs.at(-1)
      await sleep(delayMs, undefined, { signal: stop.signal, ref: false }).catch(() => {})
      if (stop.signal.aborted) return
      try {
        opened = await createLeads(options)
        opened.onStored((form) => {
          for (const listener of listeners) listener(form)
        })
        log.info('lead store opened')
      } catch (error) {
        const isNew = reasonOf(error) !== reason
        reason = reasonOf(error)
        if (isNew) log.error({ reason }, 'lead store not opened, forms return 503, retrying')
      }
    }
  }
  const opening = open()

  function leads(): Leads {
    if (opened) return opened
    throw new LeadsNotOpenError(`The lead store is not open: ${reason}`)
  }
  return {
    staff: forwardTo(() => leads().staff),
    audit: forwardTo(() => leads().audit),
    previewLinks: forwardTo(() => leads().previewLinks),
    applicants: forwardTo(() => leads().applicants),
    waves: forwardTo(() => leads().waves),
    consume: (form, network) => (opened ?? limiter).consume(form, network),
    blockedFor: (network) => (opened ?? limiter).blockedFor(network),
    hashNetwork: async (network) => leads().hashNetwork(network),
    receive: async (...submission) => leads().receive(...submission),
    count: async (since) => leads().count(since),
    leaderboard: async (onOutdated) => leads().leaderboard(onOutdated),
    onStored(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    countVisits: async (visits) => leads().countVisits(visits),
    backlog: async () => leads().backlog(),
    writeToStaff: async (...to) => leads().writeToStaff(...to),
    mailCounts: async () => leads().mailCounts(),
    answered: (form, status) => observer?.answered(form, status),
    check: async () => leads().check(),
    async close() {
      stop.abort()
      await opening
      await opened?.close()
      await limiter.close()
    },
  }
}

/** Returns an object whose methods call those of `part()`, and reject while `part` throws. */
function forwardTo<Part extends object>(part: () => Part): Part {
  type Method = (...given: unknown[]) => unknown
  return new Proxy({} as Part, {
    get:
      (_target, name) =>
      async (...given: unknown[]) =>
        (Reflect.get(part(), name) as Method)(...given),
  })
}
