import { STATUS_CODES } from 'node:http'

/** Returns a plain HTML page with the request id, for an error page that cannot be rendered. */
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
<title>${STATUS_CODES[status] ?? 'Something went wrong'} | Halvi</title>
</head>
<body>
<h1>${status === 404 ? 'Page not found' : 'Something went wrong'}</h1>
<p>If this keeps happening, contact us and include this ID: ${requestId}</p>
<p><a href="/">Return to Home</a></p>
</body>
</html>
`
  return new Response(html, { status, headers })
}
