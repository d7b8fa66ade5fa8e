import { type RequestHandler, Router } from 'express'

/** Matches the paths of the content API, the Studio, the staff API, assets, and previews, in all spellings. */
const officePath = /^\/+(v\d[^/]*|vX|studio|staff|images|files|preview)(\/|$)/i

/** Returns a handler that handles the requests of the office with these handlers, and passes all others on. */
export function officeRequestsOnly(...handlers: RequestHandler[]): RequestHandler {
  const router = Router().use(handlers)
  return (request, response, next) =>
    officePath.test(request.path) ? router(request, response, next) : next()
}
