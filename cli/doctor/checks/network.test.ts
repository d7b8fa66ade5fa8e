import { once } from 'node:events'
import { createServer as createHttp } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { readSettings } from '../../../server/settings/settings.ts'
import { startTlsServer } from '../testing/tls-server.ts'
import { checkClock } from './clock.ts'
import { checkEndpoint, checkSiteAddress } from './connections.ts'
import type { Check } from './finding.ts'
import { checkPort } from './port.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const close of cleanups.splice(0)) await close()
})

const runCheck = async (check: Check, environment: Record<string, string>) =>
  [await check(readSettings(environment), AbortSignal.timeout(20_000))].flat()

async function tlsPort(name: string, days: number): Promise<number> {
  const server = await startTlsServer(name, days)
  cleanups.push(server.close)
  return server.port
}

async function listenOnFreePort(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  cleanups.push(() => server.close())
  return (server.address() as AddressInfo).port
}

describe('checkEndpoint', () => {
  it('reports ok if no endpoint is set', async () => {
    expect(await runCheck(checkEndpoint, {})).toMatchObject([{ status: 'ok' }])
  })

  it('connects to the endpoint without sending data', async () => {
    let received = 0
    const port = await listenOnFreePort(
      createServer((socket) => socket.on('data', () => received++)),
    )
    const FORM_ENDPOINT_URL = `http://name:secret-word@127.0.0.1:${port}/leads`
    const found = await runCheck(checkEndpoint, { FORM_ENDPOINT_URL })
    expect(found).toMatchObject([{ status: 'ok' }])
    expect(JSON.stringify(found)).not.toContain('secret-word')
    expect(received).toBe(0)
  })

  it('reports an unreachable endpoint and an unknown host', async () => {
    const server = createServer()
    const port = await listenOnFreePort(server)
    server.close()
    for (const url of [`http://127.0.0.1:${port}`, 'https://no-such-host.invalid/leads']) {
      expect(await runCheck(checkEndpoint, { FORM_ENDPOINT_URL: url })).toMatchObject([
        { status: 'FAIL', found: expect.stringContaining('is unreachable') },
      ])
    }
  })

  it('times out if the endpoint accepts the connection and never starts TLS', async () => {
    const port = await listenOnFreePort(createServer(() => {}))
    const signal = AbortSignal.timeout(200)
    const settings = readSettings({ FORM_ENDPOINT_URL: `https://127.0.0.1:${port}` })
    expect(await checkEndpoint(settings, signal)).toMatchObject([{ status: 'FAIL' }])
  })

  it.each([
    ['an expired certificate', 'localhost', -3, 'expired 3 days ago'],
    ['a certificate of an unknown authority', 'localhost', 60, 'not trusted'],
  ])('reports %s', async (_case, name, days, found) => {
    const FORM_ENDPOINT_URL = `https://localhost:${await tlsPort(name, days)}`
    expect(await runCheck(checkEndpoint, { FORM_ENDPOINT_URL })).toMatchObject([
      { status: 'FAIL', found: expect.stringContaining(found) },
    ])
  })
})

it('checkSiteAddress only warns if SITE_URL is unreachable from this machine', async () => {
  const found = await runCheck(checkSiteAddress, { SITE_URL: 'https://no-such-host.invalid' })
  expect(found).toMatchObject([{ status: 'warn' }])
})

describe('checkPort', () => {
  it('distinguishes a free port, another program, a ready site, and a site that is not ready', async () => {
    const server = createServer()
    const PORT = String(await listenOnFreePort(server))
    const environment = { PORT, HOST: '127.0.0.1' }
    server.on('connection', (socket) => socket.destroy())
    // An overloaded site closes connections as well, so the advice must not be to stop the program.
    const [silent] = await runCheck(checkPort, environment)
    expect(silent).toMatchObject({ status: 'FAIL', found: expect.stringContaining('/healthz') })
    expect(silent?.todo).not.toMatch(/^stop /)
    await new Promise((resolve) => server.close(resolve))
    expect(await runCheck(checkPort, environment)).toMatchObject([{ status: 'ok' }])

    const other = createHttp((_request, response) => response.writeHead(404).end('no JSON'))
    await once(other.listen(Number(PORT), '127.0.0.1'), 'listening')
    expect(await runCheck(checkPort, environment)).toMatchObject([
      { status: 'FAIL', found: expect.stringContaining('another program') },
    ])
    other.closeAllConnections()
    await new Promise((resolve) => other.close(resolve))

    let status = 200
    const site = createHttp((request, response) => {
      const isHealth = request.url === '/healthz'
      response.writeHead(isHealth ? 200 : status)
      response.end(JSON.stringify(isHealth ? { status: 'up' } : { failing: ['leads'] }))
    })
    await once(site.listen(Number(PORT), '127.0.0.1'), 'listening')
    cleanups.push(() => site.close())
    expect(await runCheck(checkPort, environment)).toMatchObject([{ status: 'ok' }])
    status = 503
    expect(await runCheck(checkPort, environment)).toMatchObject([
      { status: 'FAIL', found: expect.stringContaining('leads') },
    ])
  })

  it('reports a HOST that is not an address of this machine', async () => {
    expect(await runCheck(checkPort, { PORT: '31999', HOST: '192.0.2.7' })).toMatchObject([
      { status: 'FAIL', found: expect.stringContaining('192.0.2.7') },
    ])
  })
})

it.each([
  [0, 'ok'],
  [60_000, 'warn'],
  [-3_600_000, 'FAIL'],
])('checkClock with an endpoint whose clock is %i ms ahead reports %s', async (ahead, status) => {
  const server = createHttp((_request, response) => {
    response.setHeader('Date', new Date(Date.now() + ahead).toUTCString()).end()
  })
  const FORM_ENDPOINT_URL = `http://127.0.0.1:${await listenOnFreePort(server)}`
  expect(await runCheck(checkClock, { FORM_ENDPOINT_URL, DATA_DIR: '/none' })).toMatchObject([
    { status },
  ])
})
