/** Returns a response of server-sent events. `start` gets the place to write, and returns what to call at the end. */
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
