// A bare node:http server with one prepared response, the page at a given URL in Brotli, which is a lower bound for
// the cost of serving it. It sends the bytes of the real page, because the load program needs more time for some
// bytes, and a server that gets requests more slowly uses more CPU time per request.
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** Fetches a page in Brotli. Repeats the request, because the site compresses a page shortly after rendering it. */
async function pageInBrotli(url: string): Promise<Buffer> {
  const headers = { 'accept-encoding': 'br', 'sec-fetch-site': 'none' }
  for (;;) {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get(url, { headers }, resolve).once('error', reject)
    })
    const body = await buffer(response)
    if (response.headers['content-encoding'] === 'br') return body
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const body = await pageInBrotli(process.argv[2] ?? '')
const headers = ['Content-Type', 'text/html; charset=utf-8', 'Content-Length', `${body.length}`]
const server = createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
