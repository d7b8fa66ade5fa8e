import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, expect, it } from 'vitest'
import { until } from '../../packages/kit/testing/until.ts'
import { PassThrough } from '../to-office/pass-through.ts'
import { ImageCache } from './image-cache.ts'

const closing: (() => unknown)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  server.listen(0, '127.0.0.1')
  closing.push(() => server.closeAllConnections(), server.close.bind(server))
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const image = (query: string, hash = '0a') =>
  `/images/halvi/production/${hash.repeat(20)}-8x6.png?${query}`
const page = (...urls: string[]) => Buffer.from(urls.map((url) => `<img src="${url}"/>`).join(''))
const forever = 'public, max-age=31536000, immutable'

/** Starts a site in front of an office, whose responses the test can change. */
async function startSite(folder = mkdtempSync(join(tmpdir(), 'images-'))) {
  closing.push(() => rmSync(folder, { recursive: true, force: true }))
  const office = {
    asked: [] as string[],
    clients: [] as unknown[],
    headers: { 'Cache-Control': forever, Vary: 'Accept' } as Record<string, string>,
    status: 200,
    respond: Promise.resolve(),
  }
  const behind = createServer(async ({ url, headers }, response) => {
    office.asked.push(`${headers.accept} ${url}`)
    office.clients.push(headers['x-forwarded-for'])
    await office.respond
    const body = `${headers.accept}`
    response.writeHead(office.status, {
      ...{ 'Content-Type': 'image/x', ETag: `"${body}"`, 'Accept-Ranges': 'bytes' },
      ...office.headers,
    })
    response.end(body)
  })
  const config = { port: await listen(behind), secret: '', readerToken: '', siteUrl: '' }
  const passThrough = new PassThrough({
    ...{ config, proxies: 0, isUp: () => true, countRejection: () => {} },
  })
  const log = pino({ level: 'silent' })
  const cache = new ImageCache({ folder, passThrough, addressOf: () => '192.0.2.1', log })
  const site = createServer((request, response) =>
    cache.handle(request, response, () => response.writeHead(418).end()),
  )
  const port = await listen(site)
  const signal = new AbortController().signal
  return {
    ...{ folder, office, cache, signal },
    show: (...urls: string[]) => cache.show([page(...urls)], signal),
    get: (path: string, accept = 'image/avif,image/webp,*/*', init: RequestInit = {}) =>
      fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers: { accept, ...init.headers } }),
    stopOffice: () => behind.closeAllConnections() ?? behind.close(),
  }
}

it('keeps an image that a page shows, by its format, also without an office and after a restart', async () => {
  const { folder, office, show, get, stopOffice } = await startSite()
  const url = image('w=320&auto=format')
  await show(url)
  const accepted = ['image/avif,image/webp,*/*', 'text/html,image/webp;q=0.8', 'image/png', '*/*']
  const bodies = async (ask = get) => {
    const all: string[] = []
    for (const accept of accepted) all.push(await (await ask(url, accept)).text())
    return all
  }
  const expected = ['image/avif,image/webp', 'image/webp', '*/*', '*/*']
  expect(await bodies()).toEqual(expected)
  expect(office.asked).toHaveLength(3)
  expect(office.clients).toEqual(Array(3).fill('192.0.2.1'))
  stopOffice()
  expect(await bodies()).toEqual(expected)
  const later = await startSite(folder)
  later.stopOffice()
  expect(await bodies(later.get)).toEqual(expected)
  const { status, headers } = await later.get(url)
  expect(status).toBe(200)
  expect(Object.fromEntries(headers)).toMatchObject({
    ...{ 'cache-control': forever, vary: 'Accept', 'content-type': 'image/x' },
    ...{ etag: '"image/avif,image/webp"', 'content-length': '21' },
  })
  expect(headers.has('accept-ranges')).toBe(false)
})

it.each([
  ['image/avif;q=0,image/webp', 'image/webp'],
  ['image/avif,image/webp;q=0.0', '*/*'],
  ['image/avif', '*/*'],
  ['IMAGE/AVIF;q=0.9, IMAGE/WEBP;q=0.8', 'image/avif,image/webp'],
])('sends a client that accepts %s the image for %s', async (accept, expected) => {
  const { show, get } = await startSite()
  await show(image('w=1'))
  expect(await (await get(image('w=1'), accept)).text()).toBe(expected)
})

it('responds to HEAD and to conditions', async () => {
  const { show, get } = await startSite()
  const url = image('w=1')
  await show(url)
  const head = await get(url, undefined, { method: 'HEAD' })
  expect([head.headers.get('content-length'), await head.text()]).toEqual(['21', ''])
  for (const [condition, status] of [
    ['W/"other", W/"image/avif,image/webp"', 304],
    ['*', 304],
    ['"other"', 200],
  ] as const) {
    const response = await get(url, undefined, { headers: { 'If-None-Match': condition } })
    expect(response.status).toBe(status)
    expect(response.headers.get('cache-control')).toBe(forever)
  }
})

it('leaves requests to the office that are not for images that pages show', async () => {
  const { office, show, get } = await startSite()
  await show(image('w=1'))
  expect((await get(image('w=2'))).status).toBe(418)
  expect((await get('/studio')).status).toBe(418)
  expect((await get(image('w=1'), undefined, { method: 'POST' })).status).toBe(418)
  expect(office.asked).toEqual([])
})

it.each([
  [404, { 'Cache-Control': forever }],
  [503, { 'Retry-After': '5' }],
  [200, { 'Cache-Control': 'private, no-store' }],
  [200, { 'Cache-Control': forever, 'Set-Cookie': 'a=b' }],
  [200, { 'Cache-Control': forever, Vary: 'Cookie' }],
  [200, { 'Cache-Control': forever, 'Content-Type': 'text/html' }],
])('passes a response on and does not keep it (%s, %j)', async (status, headers) => {
  const { folder, office, show, get } = await startSite()
  Object.assign(office, { status, headers })
  await show(image('w=1'))
  for (let times = 1; times <= 2; times++) {
    const response = await get(image('w=1'))
    expect(response.status).toBe(status)
    expect(Object.fromEntries(response.headers)).toMatchObject(
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
      ),
    )
    expect(office.asked).toHaveLength(times)
  }
  expect(readdirSync(folder)).toEqual([])
})

it('asks the office once for all clients that wait, and responds with 503 without it', async () => {
  const { office, show, get, stopOffice } = await startSite()
  await show(image('w=1'), image('w=2'))
  let respond = () => {}
  office.respond = new Promise((resolve) => {
    respond = resolve
  })
  const responses = Array.from({ length: 5 }, () => get(image('w=1')))
  await until(() => expect(office.asked).toHaveLength(1))
  respond()
  const statuses = (await Promise.all(responses)).map(({ status }) => status)
  expect(statuses).toEqual([200, 200, 200, 200, 200])
  expect(office.asked).toHaveLength(1)
  stopOffice()
  const away = await get(image('w=2'))
  expect([away.status, away.headers.get('retry-after')]).toEqual([503, '5'])
})

it('deletes images that no page shows any more, also one that arrives later', async () => {
  const { folder, office, cache, signal, show, get } = await startSite()
  const [one, other] = [image('w=1'), image('w=1', '0b')]
  await show(one, other)
  await get(one)
  await get(other)
  expect(readdirSync(folder)).toHaveLength(2)
  await show(other)
  expect((await get(one)).status).toBe(418)
  expect(readdirSync(folder)).toHaveLength(1)
  let respond = () => {}
  office.respond = new Promise((resolve) => {
    respond = resolve
  })
  const late = get(other, 'image/webp')
  await until(() => expect(office.asked).toHaveLength(3))
  await show(one)
  respond()
  expect((await late).status).toBe(200)
  expect((await get(other, 'image/webp')).status).toBe(418)
  expect(readdirSync(folder)).toEqual([])
  const aborted = AbortSignal.abort()
  await expect(cache.show([page(other)], aborted)).rejects.toThrow()
  await cache.keepReady(async () => {}, signal)
  expect(readdirSync(folder)).toHaveLength(1)
})

it('gets missing images in advance in the newest format, those of first screens first', async () => {
  const { office, cache, signal, get } = await startSite()
  const [lazy, eager, known] = [image('w=1'), image('w=2'), image('w=3')]
  const first = Buffer.from(`<img src="${eager}" loading="eager"/>`)
  await cache.show([page(lazy, known), first], signal)
  await get(known)
  await cache.keepReady(async () => {}, signal)
  const newest = 'image/avif,image/webp'
  expect(office.asked).toEqual([known, eager, lazy].map((url) => `${newest} ${url}`))
  expect(office.clients).toEqual(['192.0.2.1', undefined, undefined])
})
