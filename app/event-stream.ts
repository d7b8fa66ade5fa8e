/**
 * An answer of server-sent events (HTML standard, section 9.2), whose events are encoded already.
 *
 * @param start is given where to write, and returns what lets go when the reader has left
 */
export function eventStream(
  start: (controller: ReadableStreamDefaultController<Uint8Array>) => () => void,
  cacheControl: string,
): Response {
  let release: () => void = () => {}
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      release = start(controller)
    },
    cancel: () => release(),
  })
  return new Response(body, {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': cacheControl,
      // A proxy that gathers answers would hold the events back.
      'X-Accel-Buffering': 'no',
    },
  })
}
