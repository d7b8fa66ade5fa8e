import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const html = `<!doctype html><html lang="en"><head><title>Empty</title>
<meta name="viewport" content="width=device-width"></head><body><p>Nothing</p></body></html>`

/** Serves a page with a single word, to measure the minimum cost of a page in a browser. */
export async function startEmptyPage(): Promise<{ url: string; close: () => void }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
    response.end(html)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => server.close(),
  }
}
