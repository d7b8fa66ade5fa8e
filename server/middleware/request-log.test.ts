import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { english } from 'halvi-site/language/language'
import { pino } from 'pino'
import { afterEach, expect, it } from 'vitest'
import type { RequestAddress } from '../../app/handler/address.ts'
import { until } from '../../packages/kit/testing/until.ts'
import { logLimits } from '../limits.ts'
import { requestLog } from './request-log.ts'

let server: Server
afterEach(() => {
  server.close()
  server.closeAllConnections()
})

/**
 * Starts a server that responds with the status in `?status=`. Returns its log lines and a function that sends
 * requests.
 */
async function setUp() {
  const lines: { req?: { path: string }; res?: { status: number } }[] = []
  const log = requestLog(pino({}, { write: (line) => lines.push(JSON.parse(line)) }))
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://a')
    const route = pathname === '/waitlist' ? { formName: 'waitlist' } : undefined
    request.address = { language: english, path: pathname, route } as RequestAddress
    log(request, response)
    response.statusCode = Number(searchParams.get('status'))
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ask = (status: number, path = '/') =>
    fetch(`http://127.0.0.1:${port}${path}?status=${status}`, { redirect: 'manual' })
  return { lines, ask }
}

it('logs failures despite many rejected requests', async () => {
  const { lines, ask } = await setUp()
  await Promise.all(Array.from({ length: logLimits.rejected * 3 }, () => ask(404)))
  await ask(503)
  await ask(200)
  const logged = (status: number) => lines.filter(({ res }) => res?.status === status).length
  await until(() => expect(logged(200)).toBe(1))
  expect(logged(503)).toBe(1)
  // A new second may have started meanwhile, with a new budget.
  expect(logged(404)).toBeLessThanOrEqual(logLimits.rejected * 2)
})

it('does not log successful polling requests and stored forms, which have a line of their own', async () => {
  const { lines, ask } = await setUp()
  await ask(200, '/staff/v1/changes')
  await ask(503, '/staff/v1/changes')
  await ask(303, '/waitlist')
  await ask(400, '/waitlist')
  await ask(200, '/staff/v1/leads')
  const logged = () => lines.map(({ req, res }) => [req?.path, res?.status])
  await until(() =>
    expect(logged()).toEqual([
      ['/staff/v1/changes', 503],
      ['/waitlist', 400],
      ['/staff/v1/leads', 200],
    ]),
  )
})

it('cuts long paths', async () => {
  const { lines, ask } = await setUp()
  await ask(200, `/${'x'.repeat(1_900)}`)
  await until(() => expect(lines[0]?.req?.path.length).toBe(500))
})
