import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import express, { type ErrorRequestHandler, type RequestHandler } from 'express'
import { asyncHandler } from 'halvi-kit/http/async-handler'
import { english } from 'halvi-site/language/language'
import { pino } from 'pino'
import { afterEach, expect, it, vi } from 'vitest'
import { RequestAddress } from '../../app/handler/address.ts'
import { siteRoutes } from '../../app/handler/site-routes.ts'
import { until } from '../../packages/kit/testing/until.ts'
import { head, rawClient } from '../connections/testing/raw-client.ts'
import { healthLimits, renderLimits } from '../limits.ts'
import { createMetrics } from '../metrics.ts'
import { knownFormsOnly, limitRate } from './forms.ts'
import { health } from './health.ts'
import { metricsPage } from './metrics-page.ts'
import { createRenderQueue } from './render-queue.ts'
import { limitRequests } from './request-limits.ts'

const log = pino({ level: 'silent' })
const closers: (() => void)[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const close of closers.splice(0)) close()
})

const routes = siteRoutes({
  routes: Object.fromEntries(
    [...['preview.enable', 'preview.open', 'preview.share', 'preview.changes', 'page'], 'form'].map(
      (name) => {
        const module = name === 'form' ? { action: async () => null } : {}
        const id = `routes/${name}`
        return [id, { id, path: name.replace('.', '/'), module }]
      },
    ),
  ),
})
const noLanguages = {
  addressOf: (path: string) => ({
    ...{ language: english, path, isMoved: false, formLanguage: english },
  }),
}

/** Starts a server with these handlers. Errors that they throw become a 500 response. */
async function serve(...handlers: RequestHandler[]) {
  const app = express()
  app.use((request, _response, next) => {
    request.address = new RequestAddress(request, noLanguages, routes.at)
    next()
  })
  app.use(...handlers)
  app.use((_request, response) => response.send('through'))
  const failed: ErrorRequestHandler = (_error, _request, response, _next) =>
    response.status(500).end()
  app.use(failed)
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    port,
    async ask(path: string, init: RequestInit = {}) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, init)
      return { status: answer.status, retry: answer.headers.get('retry-after') }
    },
  }
}

/** Returns promises that stay pending until `end` is called. */
function open() {
  const enders: (() => void)[] = []
  const wait = () => new Promise<void>((resolve) => enders.push(resolve))
  return { wait, enders, end: () => enders.splice(0).forEach((ender) => void ender()) }
}

/** Returns a store that behaves as `answer` does, and a promise that resolves once it is called. */
function storeThat(answer: () => Promise<never>) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let onCall = () => {}
  const called = new Promise<void>((resolve) => {
    onCall = resolve
  })
  const store = () => {
    onCall()
    return answer()
  }
  return { store, called }
}
const hanging = () => storeThat(() => new Promise(() => {}))
const failing = () => storeThat(() => Promise.reject(new Error('on purpose')))
const passTimeout = () => vi.advanceTimersByTimeAsync(healthLimits.checkTimeoutMs)

it('responds with 500 when an asynchronous handler throws, immediately or later', async () => {
  for (const wait of [0, 1]) {
    const { ask } = await serve(
      asyncHandler(async () => {
        if (wait) await nextTurn()
        throw new Error('thrown on purpose')
      }),
    )
    expect((await ask('/')).status).toBe(500)
  }
})

it('checks readiness once for many concurrent requests, with a timeout', async () => {
  let checks = 0
  const { wait, end } = open()
  const { ask } = await serve(
    health(
      {
        content: () => {
          checks++
          return wait()
        },
      },
      log,
    ),
  )
  const asking = Array.from({ length: 50 }, () => ask('/readyz'))
  await until(() => expect(checks).toBe(1))
  expect((await ask('/healthz')).status).toBe(200)
  end()
  expect(new Set((await Promise.all(asking)).map(({ status }) => status))).toEqual(new Set([200]))
  expect((await ask('/readyz')).status).toBe(200)
  expect(checks).toBe(1)
})

it('is healthy but not ready while a store fails or hangs', async () => {
  for (const breakStore of [hanging, failing]) {
    const { store, called } = breakStore()
    const { ask } = await serve(health({ leads: store }, log))
    const asked = ask('/readyz')
    await called.then(passTimeout)
    expect((await asked).status).toBe(503)
    expect((await ask('/healthz')).status).toBe(200)
  }
})

it('is neither healthy nor ready during shutdown, although its stores respond', async () => {
  let isDraining = false
  const { ask } = await serve(health({ leads: async () => {} }, log, () => isDraining))
  const statuses = async () =>
    Promise.all(['/healthz', '/readyz'].map(async (path) => (await ask(path)).status))
  expect(await statuses()).toEqual([200, 200])
  isDraining = true
  expect(await statuses()).toEqual([503, 503])
})

it('returns metrics without the backlog when the store hangs or fails', async () => {
  const token = 'a-token-of-a-test'
  const askOffice = async () => Promise.reject(new Error('no office'))
  for (const breakStore of [hanging, failing]) {
    const { store: backlog, called } = breakStore()
    const { port } = await serve(
      metricsPage({ metrics: createMetrics([]), leads: { backlog }, askOffice, token, log }),
    )
    const headers = { Authorization: `Bearer ${token}` }
    const asked = fetch(`http://127.0.0.1:${port}/metrics`, { headers })
    await called.then(passTimeout)
    const answer = await asked
    expect(answer.status).toBe(200)
    expect(await answer.text()).toMatch(/^halvi_leads_pending nan$/im)
  }
})

it('rejects requests above their limit and releases their slots', async () => {
  let free = 1
  const request = () => {
    if (free === 0) return undefined
    free--
    return () => void free++
  }
  const { wait, end, enders } = open()
  const { ask } = await serve(
    limitRequests({ request }),
    asyncHandler(async (_request, _response, next) => wait().then(() => next())),
  )
  const first = ask('/')
  await until(() => expect(enders.length).toBe(1))
  expect(await ask('/')).toEqual({ status: 429, retry: '5' })
  end()
  expect((await first).status).toBe(200)
  await until(() => expect(free).toBe(1))
})

it('renders queued pages in turn and skips clients that disconnect', async () => {
  const rejected: string[] = []
  const limits = { ...renderLimits, parallel: 1, waitingPerClient: 2, waiting: 2 }
  const queue = createRenderQueue((limit) => rejected.push(limit), limits)
  const { wait, end, enders } = open()
  const rendered: string[] = []
  const { ask, port } = await serve(
    queue.queued(async (request, response) => {
      const render = async () => {
        rendered.push(request.url)
        await wait()
      }
      // The page of a submission waits for its turn, but not its action.
      if (request.path === '/wrong') await queue.inTurn(request, response, render)
      else if (request.method !== 'POST') await render()
      response.send('rendered')
    }),
  )
  const first = ask('/1')
  await until(() => expect(rendered).toEqual(['/1']))
  const second = ask('/2')
  const leaving = rawClient(port, head('GET /3 HTTP/1.1'))
  await until(() => expect(queue.size).toEqual({ running: 1, waiting: 2 }))
  expect(await ask('/4')).toEqual({ status: 429, retry: '5' })
  expect((await ask('/waitlist', { method: 'POST' })).status).toBe(200)
  expect(await ask('/wrong', { method: 'POST' })).toEqual({ status: 429, retry: '5' })
  leaving.socket.destroy()
  await until(() => expect(queue.size.waiting).toBe(1))
  end()
  await until(() => expect(enders.length).toBe(1))
  end()
  expect([(await first).status, (await second).status]).toEqual([200, 200])
  expect(rendered).not.toContain('/3')
  expect(rejected).toEqual(['renders', 'renders'])
})

it('rejects submissions to paths without a form before rendering', async () => {
  const { ask } = await serve(knownFormsOnly)
  const post = async (path: string) => (await ask(path, { method: 'POST' })).status
  expect([await post('/form'), await post('/page'), await post('/none')]).toEqual([200, 405, 404])
  expect((await ask('/none')).status).toBe(200)
})

it('rejects a flood with 429 after a delay, up to the limit of delayed responses', async () => {
  const flooded: number[] = []
  const { ask } = await serve(
    limitRate(
      async () => 60,
      (_request, status) => flooded.push(status),
    ),
  )
  const answers = await Promise.all(
    Array.from({ length: 300 }, () => ask('/waitlist', { method: 'POST' })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429]))
  expect(flooded).toHaveLength(300)
  expect((await ask('/')).status).toBe(200)
})
