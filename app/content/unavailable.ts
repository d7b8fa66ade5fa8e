import type { Logger } from 'pino'
import { isContentAway } from './content-error.ts'

/** When to come back after a `503`, in seconds: the page cache tries every 5 seconds. */
export const retryAfterSeconds = 10

/** Has the loader of an address that is no page answer `503` with `Retry-After` while content is away. */
export function withUnavailable<Args extends { context: { log: Logger } }>(
  load: (args: Args) => Promise<Response>,
) {
  return async (args: Args): Promise<Response> => {
    try {
      return await load(args)
    } catch (error) {
      if (!isContentAway(error)) throw error
      args.context.log.error({ err: error }, 'request failed')
      const headers = { 'Retry-After': String(retryAfterSeconds), 'Cache-Control': 'no-store' }
      return new Response('Service Unavailable', { status: 503, headers })
    }
  }
}
