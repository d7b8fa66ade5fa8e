import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { until } from '../until.ts'
import { startCaddy } from './caddy.ts'
import { hasNginx, startNginx } from './nginx.ts'

const hasCaddy = spawnSync('caddy', ['version']).status === 0
if (!hasCaddy) console.info('Skipped: caddy is not installed')
if (!hasNginx) console.info('Skipped: nginx is not installed')

const servers = new Map<number, Server>()
let proxy: { url: string; log(): Promise<string>; close(): Promise<void> } | undefined
afterEach(async () => {
  await proxy?.close()
  for (const port of servers.keys()) await stop(port)
})

const answer: RequestListener = (request, response) => {
  request.resume()
  request.on('end', () => response.writeHead(request.method === 'POST' ? 303 : 200).end('here'))
}

/** Starts a simulated process of the site that responds to pages and forms. Resolves to its port. */
async function start(port = 0, listener = answer): Promise<number> {
  const server = createServer(listener).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const at = (server.address() as AddressInfo).port
  servers.set(at, server)
  return at
}

/** Stops a simulated process and closes its connections, even during a request. */
async function stop(port: number): Promise<void> {
  const server = servers.get(port)
  servers.delete(port)
  const closed = server && once(server, 'close')
  server?.close()
  server?.closeAllConnections()
  await closed
}

describe.runIf(hasNginx)('nginx', () => {
  it('fails no page and no form while two processes restart one after the other', async () => {
    const ports = [await start(), await start()]
    proxy = await startNginx(ports)
    const { url } = proxy
    const statuses = new Map<string, number>()
    let stopped = false
    const visit = async (method: string) => {
      while (!stopped) {
        const body = method === 'POST' ? new URLSearchParams({ name: 'Amina' }) : null
        const status = await fetch(`${url}/waitlist`, { method, body, redirect: 'manual' }).then(
          async (answer) => {
            await answer.text()
            return answer.status
          },
          () => 0,
        )
        const key = `${method} ${status}`
        statuses.set(key, (statuses.get(key) ?? 0) + 1)
      }
    }
    const visits = ['GET', 'POST', 'GET', 'POST'].map(visit)
    for (let round = 0; round < 6; round++) {
      const port = ports[round % 2] ?? 0
      await stop(port)
      await sleep(200)
      await start(port)
      await sleep(200)
    }
    stopped = true
    await Promise.all(visits)
    expect([...statuses.keys()].sort()).toEqual(['GET 200', 'POST 303'])
  })

  it('retries a form with the next process if the connection breaks, but no change by staff', async () => {
    let requests = 0
    const closeConnection: RequestListener = (request, response) => {
      if (request.method === 'GET') return response.end('here')
      requests++
      request.socket.destroy()
    }
    const ports = [await start(0, closeConnection), await start(0, closeConnection)]
    proxy = await startNginx(ports)
    const times: Record<string, number> = {}
    for (const path of ['/waitlist', '/v1/data/mutate/production', '/staff/v1/leads/x/notes']) {
      requests = 0
      await fetch(`${proxy.url}${path}`, { method: 'POST', body: 'x' })
      times[path] = requests
    }
    expect(Object.values(times)).toEqual([2, 1, 1])
  })
})

/** URLs with personal data or a secret in their queries. */
const secret = 'amina%40example.com'
const privatePaths = [
  `/staff/v1/leads?q=${secret}`,
  `/preview/open?pass=${secret}`,
  `/v2025-02-19/data/query/production?query=${secret}`,
  `/waitlist?email=${secret}`,
]

describe.each([
  ['nginx', hasNginx, startNginx],
  ['Caddy', hasCaddy, startCaddy],
] as const)('the log of %s', (_name, isInstalled, startProxy) => {
  it.runIf(isInstalled)('has no queries, even of failed requests', async () => {
    const port = await start()
    proxy = await startProxy([port])
    const { url, log } = proxy
    const ask = () =>
      Promise.all(
        privatePaths.map((path) =>
          fetch(`${url}${path}`, { headers: { referer: `${url}/studio?q=${secret}` } }),
        ),
      )
    await ask()
    await stop(port)
    const failed = await ask()
    expect(failed.map(({ status }) => status)).toEqual(failed.map(() => expect.any(Number)))
    for (const { status } of failed) expect(status).toBeGreaterThanOrEqual(502)
    await until(log, (text) => text.includes('/staff/v1/leads'))
    expect(await log()).not.toContain('amina')
  })
})
