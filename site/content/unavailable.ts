import type { Logger } from 'pino'
import { isContentUnavailable } from './content-error.ts'

/** The `Retry-After` of a `503`, in seconds. The page cache itself retries every 5 seconds. */
export const retryAfterSeconds = 10

/**
 * Wraps the loader of a route that is not a page. The loader then responds `503` with `Retry-After` while content is
 * unreachable.
 */
export function withUnavailable<Args extends { context: { log: Logger } }>(
  load: (args: Args) => Promise<Response>,
) {
  return async (args: Args): Promise<Response> => {
    try {
      return await load(args)
    } catch (error) {
      if (!isContentUnavailable(error)) throw error
      args.context.log.error({ err: error }, 'request failed')
      const headers = { 'Retry-After': String(retryAfterSeconds), 'Cache-Control': 'no-store' }
      return new Response('Service Unavailable', { status: 503, headers })
    }
  }
}
