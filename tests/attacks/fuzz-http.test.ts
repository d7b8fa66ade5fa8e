import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningSite, startSite } from '../running-site.ts'
import { expectNoErrorsIn, fuzz, fuzzTimeoutMs } from './fuzzing.ts'
import { requests } from './http-grammar.ts'
import { ResponseHeads } from './response-heads.ts'

let site: RunningSite
let image: string
beforeAll(async () => {
  await start()
  const page = await (await fetch(`${site.url}/index`)).text()
  image = /\/images\/[^"?]+/.exec(page)?.[0] ?? ''
  expect(image).not.toBe('')
}, 60_000)
afterAll(() => site.remove())

async function start(): Promise<void> {
  site = await startSite({ CONTENT_API: 'public', STUDIO_PASSWORD: 'a password of tests only' })
}

/** Timeouts of a response: to a request that may be incomplete, and to a complete one. */
const partialTimeoutMs = 100
const responseTimeoutMs = 5_000
/** Time within which the site closes a connection that the client has closed. */
const endMs = 15_000

let connections = 0

/** Sends requests over one connection, each after the previous response. Returns the statuses. */
async function exchange(sent: readonly { bytes: string; isWhole: boolean }[]): Promise<number[]> {
  const { hostname: host, port } = new URL(site.url)
  // The addresses vary, because a single address would reach its limits.
  const localAddress = `127.0.2.${1 + (connections++ % 250)}`
  const socket = connect({ host, port: Number(port), localAddress, allowHalfOpen: true })
  const statuses: number[] = []
  const heads = new ResponseHeads()
  let onResponse = () => {}
  socket.on('data', (piece) => {
    const found = heads.read(piece).map(({ status }) => status)
    statuses.push(...found)
    if (found.some((status) => status >= 200)) onResponse()
  })
  // The site may reset the connection.
  socket.on('error', () => onResponse())
  const closed = new Promise<'closed'>((resolve) => {
    socket.on('close', () => resolve('closed'))
  })
  socket.on('end', () => {
    onResponse()
    socket.end()
  })
  for (const { bytes, isWhole } of sent) {
    if (!socket.writable) break
    const responded = new Promise<void>((resolve) => {
      onResponse = resolve
    })
    socket.write(bytes, 'latin1')
    const waiting = new AbortController()
    const silence = sleep(isWhole ? responseTimeoutMs : partialTimeoutMs, undefined, {
      signal: waiting.signal,
    })
    await Promise.race([responded, silence.catch(() => {})])
    waiting.abort()
  }
  socket.end()
  const waiting = new AbortController()
  const end = await Promise.race([
    closed,
    sleep(endMs, 'open' as const, { signal: waiting.signal }).catch(() => 'open' as const),
  ])
  waiting.abort()
  socket.destroy()
  expect(end, 'a connection that its client closed').toBe('closed')
  return statuses
}

it(
  'responds to any bytes over HTTP with a status below 500 or with 503, or closes the connection',
  async () => {
    // Three connections with two requests each on average.
    const connection = fc.array(requests(image), { minLength: 1, maxLength: 3 })
    const together = fc.array(connection, { minLength: 1, maxLength: 5 })
    const responses = new Map<number, number>()
    const run = fc.asyncProperty(together, async (connections) => {
      // Shrinking a failure needs a running site for each run.
      if (site.process.exitCode !== null || site.process.signalCode) {
        await site.remove()
        await start()
      }
      const { process } = site
      const statuses = (await Promise.all(connections.map(exchange))).flat()
      for (const status of statuses) responses.set(status, (responses.get(status) ?? 0) + 1)
      expect(statuses.filter((status) => status >= 500 && status !== 503)).toEqual([])
      expect([process.exitCode, process.signalCode]).toEqual([null, null])
    })
    await fuzz(run, 500)
    // The cases were not all of the same kind.
    for (const status of [200, 400, 404]) expect([...responses.keys()]).toContain(status)
    expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
    expectNoErrorsIn(site)
  },
  fuzzTimeoutMs,
)
