import type { IncomingMessage, ServerResponse } from 'node:http'
import { writeReadableStreamToWritable } from '@remix-run/node'

/** Returns a request of Node as a web-standard request without its body. */
export function webRequest(url: string, req: IncomingMessage, res: ServerResponse): Request {
  return new Request(url, {
    method: req.method ?? 'GET',
    headers: req.headers as Record<string, string>,
    // A submission is completed even if its client disconnects.
    signal: req.method === 'POST' ? null : signalOf(res),
  })
}

/** Returns a signal that is aborted when the client disconnects before the response is complete. */
function signalOf(res: ServerResponse): AbortSignal {
  const controller = new AbortController()
  res.once('close', () => {
    if (!res.writableFinished) controller.abort()
  })
  return controller.signal
}

/** Sends a web-standard response. Resolves once it has been written or a stream has started. */
export async function sendResponse(
  { status, headers, body }: Response,
  res: ServerResponse,
): Promise<void> {
  res.statusCode = status
  for (const [name, value] of headers) res.appendHeader(name, value)
  if (!body) {
    res.end()
    return
  }
  const written = writeReadableStreamToWritable(body, res)
  if (!/^text\/event-stream/i.test(headers.get('Content-Type') ?? '')) return written
  // Sends the headers immediately, because the first event may come much later.
  res.flushHeaders()
  written.catch(() => res.destroy())
}
