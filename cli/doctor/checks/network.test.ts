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

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const look = async (check: Check, environment: Record<string, string>) =>
  [await check(readSettings(environment), AbortSignal.timeout(20_000))].flat()

async function tls(name: string, days: number): Promise<number> {
  const server = await startTlsServer(name, days)
  closers.push(server.close)
  return server.port
}

async function listening(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  closers.push(() => server.close())
  return (server.address() as AddressInfo).port
}

describe('the endpoint', () => {
  it('that is not set is no fault', async () => {
    expect(await look(checkEndpoint, {})).toMatchObject([{ status: 'ok' }])
  })

  it('is reached without being sent anything', async () => {
    let heard = 0
    const port = await listening(createServer((socket) => socket.on('data', () => heard++)))
    const FORM_ENDPOINT_URL = `http://name:secret-word@127.0.0.1:${port}/leads`
    const found = await look(checkEndpoint, { FORM_ENDPOINT_URL })
    expect(found).toMatchObject([{ status: 'ok' }])
    expect(JSON.stringify(found)).not.toContain('secret-word')
    expect(heard).toBe(0)
  })

  it('that is dead or no host is told', async () => {
    const server = createServer()
    const port = await listening(server)
    server.close()
    for (const url of [`http://127.0.0.1:${port}`, 'https://no-such-host.invalid/leads']) {
      expect(await look(checkEndpoint, { FORM_ENDPOINT_URL: url })).toMatchObject([
        { status: 'FAIL', found: expect.stringContaining("can't be reached") },
      ])
    }
  })

  it('that takes a connection and never speaks TLS is not waited for', async () => {
    const port = await listening(createServer(() => {}))
    const signal = AbortSignal.timeout(200)
    const settings = readSettings({ FORM_ENDPOINT_URL: `https://127.0.0.1:${port}` })
    expect(await checkEndpoint(settings, signal)).toMatchObject([{ status: 'FAIL' }])
  })

  it.each([
    ['has ended', 'localhost', -3, 'ended 3 days ago'],
    ['nobody vouches for', 'localhost', 60, 'not believed'],
  ])('whose certificate %s is told', async (_what, name, days, found) => {
    const FORM_ENDPOINT_URL = `https://localhost:${await tls(name, days)}`
    expect(await look(checkEndpoint, { FORM_ENDPOINT_URL })).toMatchObject([
      { status: 'FAIL', found: expect.stringContaining(found) },
    ])
  })
})

it('a site address that answers nobody may be told from here alone', async () => {
  const found = await look(checkSiteAddress, { SITE_URL: 'https://no-such-host.invalid' })
  expect(found).toMatchObject([{ status: 'warn' }])
})

describe('the port', () => {
  it('is free, of another program, or of a site that may not be ready', async () => {
    const server = createServer()
    const PORT = String(await listening(server))
    const environment = { PORT, HOST: '127.0.0.1' }
    server.on('connection', (socket) => socket.destroy())
    // A flooded site does so, too: the advice never is to stop it.
    const [mute] = await look(checkPort, environment)
    expect(mute).toMatchObject({ status: 'FAIL', found: expect.stringContaining('/healthz') })
    expect(mute?.todo).not.toMatch(/^end /)
    await new Promise((resolve) => server.close(resolve))
    expect(await look(checkPort, environment)).toMatchObject([{ status: 'ok' }])

    const other = createHttp((_request, response) => response.writeHead(404).end('no JSON'))
    await once(other.listen(Number(PORT), '127.0.0.1'), 'listening')
    expect(await look(checkPort, environment)).toMatchObject([
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
    closers.push(() => site.close())
    expect(await look(checkPort, environment)).toMatchObject([{ status: 'ok' }])
    status = 503
    expect(await look(checkPort, environment)).toMatchObject([
      { status: 'FAIL', found: expect.stringContaining('leads') },
    ])
  })

  it('can be had on addresses of this machine alone', async () => {
    expect(await look(checkPort, { PORT: '31999', HOST: '192.0.2.7' })).toMatchObject([
      { status: 'FAIL', found: expect.stringContaining('192.0.2.7') },
    ])
  })
})

it.each([
  [0, 'ok'],
  [60_000, 'warn'],
  [-3_600_000, 'FAIL'],
])('a clock %i ms from the endpoint’s is %s', async (ahead, status) => {
  const server = createHttp((_request, response) => {
    response.setHeader('Date', new Date(Date.now() + ahead).toUTCString()).end()
  })
  const FORM_ENDPOINT_URL = `http://127.0.0.1:${await listening(server)}`
  expect(await look(checkClock, { FORM_ENDPOINT_URL, DATA_DIR: '/none' })).toMatchObject([
    { status },
  ])
})
