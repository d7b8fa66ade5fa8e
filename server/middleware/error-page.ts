import { STATUS_CODES } from 'node:http'
import type { NextFunction, Request, RequestHandler, Response } from 'express'

/**
 * Sends a minimal error page that is not rendered by Remix. `message` is inserted as HTML, so it must not contain
 * data of the request.
 */
export function sendErrorPage(
  response: Response,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response
    .status(status)
    .set('Cache-Control', 'no-store')
    .set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
    .set(headers)
    .type('html')
    .send(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${status} ${STATUS_CODES[status]} | Halvi</title>
<h1>${STATUS_CODES[status]}</h1>
<p>${message}</p>
<p><a href="/">Return to Home</a></p>
</html>
`)
}

/** Returns a handler that passes rejections of an asynchronous handler to Express. Express 4 ignores promises. */
export function asyncHandler(
  handle: (request: Request, response: Response, next: NextFunction) => Promise<unknown>,
): RequestHandler {
  return (request, response, next) => {
    handle(request, response, next).catch(next)
  }
}
