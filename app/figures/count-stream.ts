import type { Counts } from './figures.ts'
import { refreshMs } from './pace.ts'

/** So many browsers are told at once by one process; further ones keep the figures of their page. */
const mostStreams = 500
/** Changes within this time are told together, in milliseconds. */
const gatherMs = 1_000
/** A browser comes back after this time, and only if real counts are still shown. */
const longestMs = 600_000

let open = 0

interface CountSource {
  /** Counts anew. */
  read(): Promise<Counts>
  /** Calls back when there is something new to count; returns what ends it. */
  onChange(listener: () => void): () => void
  /** Any of these ends the stream: the visitor leaves, the process stops. */
  until: readonly AbortSignal[]
  /** Told what `read` threw; the stream ends with it. */
  onError(error: unknown): void
}

/**
 * The counts as server-sent events (HTML standard, section 9.2): once at the start, after each
 * change, and now and then, since other processes' leads are not heard. `503` when too many listen.
 */
export function streamCounts({ read, onChange, until, onError }: CountSource): Response {
  if (open >= mostStreams) {
    return new Response(null, { status: 503, headers: { 'Retry-After': '60' } })
  }
  let release: () => void
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      open += 1
      const encoder = new TextEncoder()
      let ended = false
      let gathering: NodeJS.Timeout | undefined
      const end = () => {
        if (ended) return
        release()
        controller.close()
      }

      const send = async () => {
        gathering = undefined
        try {
          const counts = await read()
          if (!ended) controller.enqueue(encoder.encode(`data: ${JSON.stringify(counts)}\n\n`))
        } catch (error) {
          if (!ended) onError(error)
          end()
        }
      }
      const stopListening = onChange(() => {
        gathering ??= setTimeout(send, gatherMs)
      })
      const again = setInterval(send, refreshMs)
      const longest = setTimeout(end, longestMs)
      release = () => {
        ended = true
        open -= 1
        stopListening()
        clearTimeout(gathering)
        clearInterval(again)
        clearTimeout(longest)
        for (const signal of until) signal.removeEventListener('abort', end)
      }
      for (const signal of until) signal.addEventListener('abort', end)
      if (until.some(({ aborted }) => aborted)) end()
      else send()
    },
    cancel: () => release(),
  })
  return new Response(body, {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      // A proxy that gathers answers would hold the events back.
      'X-Accel-Buffering': 'no',
    },
  })
}
