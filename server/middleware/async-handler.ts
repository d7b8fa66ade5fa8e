import type { NextFunction, Request, RequestHandler, Response } from 'express'

/** Hands what an asynchronous handler throws to Express, which in version 4 does not look at promises. */
export function asyncHandler(
  handle: (request: Request, response: Response, next: NextFunction) => Promise<unknown>,
): RequestHandler {
  return (request, response, next) => {
    handle(request, response, next).catch(next)
  }
}
