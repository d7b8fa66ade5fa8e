import { encode, encodeComment } from 'eventsource-encoder'
import { eventStream } from '../event-stream.ts'
import type { Preview } from './preview.ts'

/** A browser comes back after this time, if its session is still good, in milliseconds. */
const longestMs = 600_000
/** Nothing is sent so seldom that a proxy would end the stream, in milliseconds. */
const heartbeatMs = 25_000
/** How soon a stream ends whose reader may not see drafts any more, in milliseconds. */
const lookMs = 1_000

interface ChangeSource {
  changes: Preview['changes']
  /** Any of these ends the stream: the reader leaves, the process stops. */
  until: readonly AbortSignal[]
  /** Checked every second: the stream ends once this resolves to false or rejects. */
  isCurrent: () => Promise<boolean>
  /** How long the reader may listen, in milliseconds. */
  longestMs: number
  /** Told when changes are not heard of any more; the stream ends, and the browser comes back. */
  onError(error: unknown): void
}

/** Streams changes as events with the data `change`, the first of which says that changes are received from now on. */
export function streamChanges(source: ChangeSource): Response {
  return eventStream((controller) => {
    const encoder = new TextEncoder()
    let ended = false
    let release = () => {}
    const send = (text: string) => {
      if (!ended) controller.enqueue(encoder.encode(text))
    }
    const end = () => {
      if (ended) return
      release()
      controller.close()
    }
    send(encode({ retry: 1000 }))
    const stop = source.changes(
      () => send(encode({ data: 'change' })),
      (error) => {
        source.onError(error)
        end()
      },
    )
    const heartbeat = setInterval(() => send(encodeComment('')), heartbeatMs)
    let isLooking = false
    const look = setInterval(async () => {
      if (isLooking) return
      isLooking = true
      if (!(await source.isCurrent().catch(() => false))) end()
      isLooking = false
    }, lookMs)
    const longest = setTimeout(end, Math.min(longestMs, source.longestMs))
    release = () => {
      ended = true
      stop()
      clearInterval(heartbeat)
      clearInterval(look)
      clearTimeout(longest)
      for (const signal of source.until) signal.removeEventListener('abort', end)
    }
    for (const signal of source.until) signal.addEventListener('abort', end)
    if (source.until.some(({ aborted }) => aborted)) end()
    return release
  }, 'private, no-store')
}
