import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** The only keys that the server accepts. */
export const s3Keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI' }

/** How a request fails: with a status, a closed connection, a response that is cut off, or no response. */
type Fault = number | 'cut' | 'cut in the middle' | 'silent'

/** An in-memory bucket for tests. It verifies signatures (Signature Version 4) as described by Amazon. */
export interface S3Server {
  url: string
  objects: Map<string, Buffer>
  /** The failures of the next requests, in order. */
  faults: Fault[]
  requests: string[]
  close(): Promise<void>
}

/** Starts a server with one bucket, `bucket`. */
export async function startS3(): Promise<S3Server> {
  const objects = new Map<string, Buffer>()
  const faults: Fault[] = []
  const requests: string[] = []
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const url = new URL(request.url ?? '', 'http://s3')
    requests.push(`${request.method} ${url.pathname}`)
    const fault = faults.shift()
    if (fault === 'silent') return
    if (fault === 'cut') return void response.destroy()
    if (fault === 'cut in the middle') {
      response.writeHead(200, { 'Content-Length': 1_000 }).write('half')
      return void setTimeout(() => response.destroy(), 20)
    }
    if (fault) return say(response, fault, 'SlowDown')
    if (!isSigned(request, url)) return say(response, 403, 'SignatureDoesNotMatch')
    const [, bucket, ...rest] = url.pathname.split('/')
    if (bucket !== 'bucket') return say(response, 404, 'NoSuchBucket')
    const key = decodeURIComponent(rest.join('/'))
    if (!key) return void response.end(listing(objects, url.searchParams))
    if (request.method === 'PUT') {
      if (request.headers['if-none-match'] === '*' && objects.has(key)) {
        return say(response, 412, 'PreconditionFailed')
      }
      objects.set(key, body)
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return void response.writeHead(204).end()
    }
    const found = objects.get(key)
    if (!found) return say(response, 404, 'NoSuchKey')
    response.end(request.method === 'GET' ? found : undefined)
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    faults,
    requests,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function say(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'Content-Type': 'application/xml' })
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`)
}

/** Returns one page of a listing. A page has 10 names, so that clients must request several pages. */
function listing(objects: Map<string, Buffer>, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? ''
  const after = query.get('continuation-token') ?? ''
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
  const page = keys.slice(0, 10)
  const contents = page
    .map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`)
    .join('')
  const isTruncated = keys.length > page.length
  const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents}</ListBucketResult>`
}

function isSigned({ method, headers }: IncomingMessage, url: URL): boolean {
  const { authorization = '' } = headers
  const [, id, day, region, names = '', signature] =
    /Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})/.exec(
      authorization,
    ) ?? []
  if (id !== s3Keys.accessKeyId || !day || !region) return false
  const encode = (text: string) => encodeURIComponent(text)
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const request = [
    method,
    url.pathname,
    query,
    signed.join(''),
    names,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const text = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'],
    `${day}/${region}/s3/aws4_request`,
    createHash('sha256').update(request).digest('hex'),
  ].join('\n')
  const hmac = (key: string | Buffer, data: string) =>
    createHmac('sha256', key).update(data).digest()
  const parts = [day, region, 's3', 'aws4_request']
  const key = parts.reduce<string | Buffer>(hmac, `AWS4${s3Keys.secretAccessKey}`)
  return hmac(key, text).toString('hex') === signature
}
