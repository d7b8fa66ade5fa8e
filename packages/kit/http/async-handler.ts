import type { NextFunction, Request, RequestHandler, Response } from 'express'

/** Returns a handler that passes rejections of an asynchronous handler to Express. Express 4 ignores promises. */
export function asyncHandler(
  handle: (request: Request, response: Response, next: NextFunction) => Promise<unknown>,
): RequestHandler {
  return (request, response, next) => {
    handle(request, response, next).catch(next)
  }
}
