import { type ServerResponse, STATUS_CODES } from 'node:http'

/**
 * Sends a minimal error page that is not rendered by Remix. `message` is inserted as HTML, so it must not contain
 * data of the request.
 */
export function sendErrorPage(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${status} ${STATUS_CODES[status]} | Halvi</title>
<h1>${STATUS_CODES[status]}</h1>
<p>${message}</p>
<p><a href="/">Return to Home</a></p>
</html>
`
  response.writeHead(status, {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(page),
    ...headers,
  })
  response.end(response.req.method === 'HEAD' ? undefined : page)
}
