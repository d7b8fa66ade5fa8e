import { encode, encodeComment } from 'eventsource-encoder'
import type { Preview } from 'halvi-site/preview/preview'
import { eventStream } from '../event-stream.ts'

/** Maximum duration of a stream, in milliseconds. Then the browser reconnects, if its session is still valid. */
const maxDurationMs = 600_000
/** Interval of heartbeats, in milliseconds. Shorter than the idle timeouts of common proxies. */
const heartbeatMs = 25_000
/** Interval at which the session is checked, in milliseconds. */
const checkIntervalMs = 1_000

interface ChangeSource {
  changes: Preview['changes']
  /** Signals that close the stream: the client disconnects, or the process shuts down. */
  closeSignals: readonly AbortSignal[]
  /** Resolves to whether the session is valid. Checked every second; false or a rejection closes the stream. */
  isSessionValid: () => Promise<boolean>
  /** The time until the session expires, in milliseconds. */
  sessionMs: number
  /** Called when the subscription to changes fails. Then the stream is closed, and the browser reconnects. */
  onError(error: unknown): void
}

/** Streams changes as events with the data `change`. The first event means that changes are now received. */
export function streamChanges(source: ChangeSource): Response {
  return eventStream((controller) => {
    const encoder = new TextEncoder()
    let isClosed = false
    let release = () => {}
    const send = (text: string) => {
      if (!isClosed) controller.enqueue(encoder.encode(text))
    }
    const close = () => {
      if (isClosed) return
      release()
      controller.close()
    }
    send(encode({ retry: 1000 }))
    const unsubscribe = source.changes(
      () => send(encode({ data: 'change' })),
      (error) => {
        source.onError(error)
        close()
      },
    )
    const heartbeat = setInterval(() => send(encodeComment('')), heartbeatMs)
    let isChecking = false
    const sessionCheck = setInterval(async () => {
      if (isChecking) return
      isChecking = true
      if (!(await source.isSessionValid().catch(() => false))) close()
      isChecking = false
    }, checkIntervalMs)
    const maxDuration = setTimeout(close, Math.min(maxDurationMs, source.sessionMs))
    release = () => {
      isClosed = true
      unsubscribe()
      clearInterval(heartbeat)
      clearInterval(sessionCheck)
      clearTimeout(maxDuration)
      for (const signal of source.closeSignals) signal.removeEventListener('abort', close)
    }
    for (const signal of source.closeSignals) signal.addEventListener('abort', close)
    if (source.closeSignals.some(({ aborted }) => aborted)) close()
    return release
  }, 'private, no-store')
}
