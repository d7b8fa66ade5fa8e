import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { logLimits } from '../../limits.ts'
import { requestLog } from './request-log.ts'

it('tells of what failed, however much is refused', async () => {
  const lines: { res?: { status: number } }[] = []
  const write = (line: string) => lines.push(JSON.parse(line))
  const log = requestLog(pino({}, { write }))
  const server = createServer((request, response) => {
    log(request, response)
    response.statusCode = Number(request.url?.slice(1))
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ask = (status: number) => fetch(`http://127.0.0.1:${port}/${status}`)
  try {
    await Promise.all(Array.from({ length: logLimits.refused * 3 }, () => ask(404)))
    await ask(503)
    await ask(200)
    const told = (status: number) => lines.filter(({ res }) => res?.status === status).length
    await expect.poll(() => told(200)).toBe(1)
    expect(told(503)).toBe(1)
    // A second may begin anew meanwhile.
    expect(told(404)).toBeLessThanOrEqual(logLimits.refused * 2)
  } finally {
    server.close()
    server.closeAllConnections()
  }
})
