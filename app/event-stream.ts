/**
 * Returns a response that streams server-sent events.
 *
 * @param start receives the controller to write to, and returns a function that is called when the client disconnects
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
      // Disables response buffering in nginx and other proxies: buffered events would arrive late.
      'X-Accel-Buffering': 'no',
    },
  })
}
