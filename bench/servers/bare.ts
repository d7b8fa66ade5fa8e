// A bare node:http server with one ready answer, the page at a given address in brotli: what serving
// it costs at the very least. The bytes are the page's own, since what sends the requests takes longer
// for some bytes than for others, and a server that is asked one by one works longer for each.
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** The site has it in brotli a moment after it has the page. */
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
