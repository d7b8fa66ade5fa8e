type Headers = Record<string, string | number>

/** Returns the bytes of a request. Nothing is validated or escaped. */
export function request(method: string, path: string, headers: Headers = {}, body = ''): string {
  const all = { Host: 'localhost', ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

/** Returns a GET request with `Connection: close`. */
export const get = (path: string, headers: Headers = {}) =>
  request('GET', path, { Connection: 'close', ...headers })

/** Returns a POST request with its length and `Connection: close`. */
function post(path: string, type: string, body: string, headers: Headers = {}): string {
  const length = Buffer.byteLength(body)
  const all = { Connection: 'close', 'Content-Type': type, 'Content-Length': length, ...headers }
  return request('POST', path, all, body)
}

export const postForm = (path: string, fields: Record<string, string>, headers: Headers = {}) =>
  post(path, 'application/x-www-form-urlencoded', String(new URLSearchParams(fields)), headers)

export const postJson = (path: string, value: unknown, headers: Headers = {}) =>
  post(path, 'application/json', JSON.stringify(value), headers)

/** Returns a query to the content API without credentials. */
export const query = (groq: string, headers: Headers = {}) =>
  postJson('/v2025-02-19/data/query/production', { query: groq }, headers)
