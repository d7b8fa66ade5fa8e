import { STATUS_CODES } from 'node:http'

/**
 * The page in place of an error page that can't be rendered either: plain HTML that depends on
 * nothing. It names the request, so that a visitor's report finds the log line.
 */
export function failureDocument(status: number, headers: Headers, requestId: string): Response {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set('Cache-Control', 'no-store')
  headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'self'")
  const html = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${STATUS_CODES[status] ?? 'Something went wrong'}</title>
</head>
<body>
<h1>${status === 404 ? 'Page not found' : 'Something went wrong'}</h1>
<p>If it keeps happening, tell us this number: ${requestId}</p>
<p><a href="/">Return to Home</a></p>
</body>
</html>
`
  return new Response(html, { status, headers })
}
