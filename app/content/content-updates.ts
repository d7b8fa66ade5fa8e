import type { LiveEvent, SanityClient } from '@sanity/client'
import type { Logger } from 'pino'

/** What has been published: the sync tags that were hit, or `everything` when that is not known. */
export type ContentChange = ReadonlySet<string> | 'everything'

/** Stands for an answer that did not tell what it depends on: it depends on everything. */
export const anyChange = '*'

/** Whether something that depends on `tags` may have changed. */
export function isHit(tags: ReadonlySet<string>, change: ContentChange): boolean {
  if (change === 'everything' || tags.has(anyChange)) return true
  for (const tag of change) {
    if (tags.has(tag)) return true
  }
  return false
}

/** Tells of what is published, as it is published. */
export interface ContentUpdates {
  /** False while something may be published unheard. */
  readonly connected: boolean
  /** The id of the last event; what is read after it must be at least as new. */
  readonly lastEventId: string | undefined
  onChange(listener: (change: ContentChange) => void): void
  close(): void
}

/** After an error that the client does not mend by itself, in milliseconds. */
const retryAfter = 5_000

/** A lost connection is replaced after this time, in milliseconds: its welcome may have come before the loss was noticed. */
const welcomeTimeoutMs = 30_000

/**
 * Follows the live events of a dataset (https://www.sanity.io/docs/http-reference/live). Whenever one may have been
 * missed, everything counts as changed. Logs when the connection is lost and restored.
 */
export function followContent(client: SanityClient, log: Logger): ContentUpdates {
  const listeners: ((change: ContentChange) => void)[] = []
  let connected = false
  let lastEventId: string | undefined
  let awaySince: Date | undefined
  let retry: NodeJS.Timeout | undefined
  let welcomeTimer: NodeJS.Timeout | undefined

  const changed = (change: ContentChange) => {
    for (const listener of listeners) listener(change)
  }
  const lost = (err?: unknown) => {
    connected = false
    if (awaySince) return
    awaySince = new Date()
    log.warn({ since: awaySince, ...(err ? { err } : {}) }, 'content is away')
  }
  const stopWelcomeTimer = () => {
    clearTimeout(welcomeTimer)
    welcomeTimer = undefined
  }
  const heard = () => {
    connected = true
    stopWelcomeTimer()
    if (awaySince) {
      const seconds = Math.round((Date.now() - awaySince.getTime()) / 1000)
      log.info({ since: awaySince, seconds }, 'content is back')
      awaySince = undefined
    }
    changed('everything')
  }
  const take = (event: LiveEvent) => {
    if ('id' in event) lastEventId = event.id
    if (event.type === 'message') changed(new Set(event.tags))
    else if (event.type === 'restart') changed('everything')
    else if (event.type === 'welcome') heard()
    else if (event.type === 'goaway') again(new Error(event.reason))
    else {
      lost()
      welcomeTimer ??= setTimeout(
        () => again(new Error('No welcome came')),
        welcomeTimeoutMs,
      ).unref()
    }
  }
  const again = (err: unknown) => {
    lost(err)
    stopWelcomeTimer()
    subscription.unsubscribe()
    clearTimeout(retry)
    retry = setTimeout(() => {
      subscription = subscribe()
    }, retryAfter).unref()
  }
  const subscribe = () => client.live.events().subscribe({ next: take, error: again })
  let subscription = subscribe()

  return {
    get connected() {
      return connected
    },
    get lastEventId() {
      return lastEventId
    },
    onChange: (listener) => {
      listeners.push(listener)
    },
    close() {
      clearTimeout(retry)
      stopWelcomeTimer()
      subscription.unsubscribe()
    },
  }
}
