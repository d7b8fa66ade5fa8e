import type { LiveEvent, SanityClient } from '@sanity/client'
import type { Logger } from 'pino'

/**
 * What a publication affects, or `everything` if it is unknown: the sync tags of a live event, and later the tags of the
 * results and facts that are out of date (query-cache.ts).
 */
export type ContentChange = ReadonlySet<string> | 'everything'

/** The tag of a result without sync tags, or one that may be out of date already. Every change affects it. */
export const anyTag = '*'

/** Returns whether a change may affect a result or page with these tags. */
export function isAffected(tags: ReadonlySet<string>, change: ContentChange): boolean {
  if (change === 'everything' || tags.has(anyTag)) return true
  for (const tag of change) {
    if (tags.has(tag)) return true
  }
  return false
}

/** Reports content changes as they are published. */
export interface ContentUpdates {
  /** False while publications may be missed. */
  readonly connected: boolean
  /** The id of the last event whose changes are reported. Later queries pass it to Sanity, for results at least this new. */
  readonly lastEventId: string | undefined
  onChange(listener: (change: ContentChange) => void): void
  close(): void
}

/** Delay before a new subscription after an error from which the client does not recover, in milliseconds. */
const resubscribeDelayMs = 5_000

/**
 * Timeout for the `welcome` event after a reconnect, in milliseconds. Then the connection is replaced: its `welcome`
 * may have arrived before the `reconnect` event.
 */
const welcomeTimeoutMs = 30_000

/**
 * Follows the live events of a dataset (https://www.sanity.io/docs/http-reference/live). Reports `everything` as
 * changed when an event may have been missed, and an empty change when the connection is restored and none was. Logs
 * when the connection is lost and restored.
 */
export function followContent(client: SanityClient, log: Logger): ContentUpdates {
  const listeners: ((change: ContentChange) => void)[] = []
  let connected = false
  let lastEventId: string | undefined
  let unreachableSince: Date | undefined
  let retry: NodeJS.Timeout | undefined
  let welcomeTimer: NodeJS.Timeout | undefined

  const notify = (change: ContentChange) => {
    for (const listener of listeners) listener(change)
  }
  const onDisconnected = (err?: unknown) => {
    connected = false
    if (unreachableSince) return
    unreachableSince = new Date()
    log.warn({ since: unreachableSince, ...(err ? { err } : {}) }, 'content unreachable')
  }
  const stopWelcomeTimer = () => {
    clearTimeout(welcomeTimer)
    welcomeTimer = undefined
  }
  /** After a `welcome` with the id of the last event, missed events or a `restart` follow. */
  const onWelcome = (hasMissed: boolean) => {
    connected = true
    stopWelcomeTimer()
    if (unreachableSince) {
      const seconds = Math.round((Date.now() - unreachableSince.getTime()) / 1000)
      log.info({ since: unreachableSince, seconds }, 'content reachable again')
      unreachableSince = undefined
    }
    notify(hasMissed ? 'everything' : new Set())
  }
  const onEvent = (event: LiveEvent) => {
    const before = lastEventId
    // The id of a `goaway` event may be newer than the events that have arrived.
    if ('id' in event && event.type !== 'goaway') lastEventId = event.id
    if (event.type === 'message') notify(new Set(event.tags))
    else if (event.type === 'restart') notify('everything')
    else if (event.type === 'welcome') onWelcome(!before || before !== lastEventId)
    else if (event.type === 'goaway') resubscribe(new Error(event.reason))
    else {
      onDisconnected()
      welcomeTimer ??= setTimeout(
        () => resubscribe(new Error('Timed out waiting for the welcome event')),
        welcomeTimeoutMs,
      ).unref()
    }
  }
  const resubscribe = (err: unknown) => {
    onDisconnected(err)
    stopWelcomeTimer()
    subscription.unsubscribe()
    clearTimeout(retry)
    retry = setTimeout(() => {
      subscription = subscribe()
    }, resubscribeDelayMs).unref()
  }
  const subscribe = () => {
    // The client sends its own last id when it reconnects, but a new subscription knows none.
    const headers = {
      ...client.config().headers,
      ...(lastEventId && { 'Last-Event-ID': lastEventId }),
    }
    const events = client.withConfig({ headers }).live.events()
    return events.subscribe({ next: onEvent, error: resubscribe })
  }
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
