// Serves a lake without the site: node lake-process.js DIRECTORY
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openLake } from 'embedded-content-lake'

const started = performance.now()
const [, , directory = ''] = process.argv
const lake = await openLake({ directory, projectId: 'bench', dataset: 'bench', token: 'bench' })
const server = createServer((request, response) =>
  lake.handle(request, response, () => response.writeHead(404).end()),
)
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ port, opened: performance.now() - started })}\n`)
})
