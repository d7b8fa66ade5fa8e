import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { imageLimits } from '../../limits/limits.ts'
import { quarters, startAssets } from '../../testing/assets-fixture.ts'
import { until } from '../../testing/until.ts'
import { RENDERER } from './rendition.ts'

let lake: Awaited<ReturnType<typeof startAssets>>
let path: string

beforeAll(async () => {
  lake = await startAssets({
    cacheBytes: 20_000,
    clientOf: ({ headers }) => String(headers['x-client']),
  })
  path = (await lake.client.assets.upload('image', await quarters(64, 64))).path
})
afterAll(() => lake[Symbol.asyncDispose]())

/** Requests an image as a client, and reads it. */
async function get(query: string, client = 'somebody', from = path, signal?: AbortSignal) {
  const headers = { 'x-client': client }
  const answer = await fetch(`${lake.origin}/${from}${query}`, { headers, signal: signal ?? null })
  return { status: answer.status, headers: answer.headers, body: await answer.arrayBuffer() }
}

/** Returns queries for different images. */
const queries = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `?w=40&fm=png&blur=${index + from + 1}`)

const cached = () => readdirSync(join(lake.folder, 'cache')).sort()

/** Sends a signal to the process that renders this lake's images, the newest one. */
function signal(name: string): void {
  const which = ['-n', '-P', String(process.pid), '-f', 'lake-pictures|rendering/program']
  process.kill(Number(execFileSync('pgrep', which)), name)
}

let rendered = 0

/** Requests an image that is not in the cache, so that the process is running afterwards. */
async function startProcess(): Promise<void> {
  await get(`?w=1&h=${++rendered}&fit=scale&fm=png`)
}

it('includes the versions of the rendering libraries in the names of cached images', () => {
  const { sharp: own, vips } = sharp.versions
  expect(RENDERER.startsWith(`${own}/${vips}/`)).toBe(true)
})

/** Resolves when the given number of jobs wait. */
const waiting = (count: number) => until(() => lake.assets.pictures.waiting === count)

/** Resolves when a job runs. */
const running = () => until(() => lake.assets.pictures.running === 1)

/** Requests an image and pauses the process while it renders the image. */
async function pauseWhileRendering(query: string, client?: string) {
  await startProcess()
  signal('SIGSTOP')
  const asked = get(query, client)
  await running()
  return { asked }
}

const maxWaiting = imageLimits.queue.waitingPerClient

describe('the queue', () => {
  it('serves other clients during a flood, which it rejects', async () => {
    const { asked: first } = await pauseWhileRendering('?w=40&blur=99', 'a flood')
    const order: string[] = []
    const end = new AbortController()
    const recordOrder = async (name: string, query: string) => {
      const answer = await get(query, name, path, end.signal)
      order.push(answer.status === 200 ? name : 'rejected')
      return answer
    }
    const flood = queries(maxWaiting + 10).map((query) => recordOrder('flood', query))
    await waiting(maxWaiting)
    const other = recordOrder('other', '?w=50&blur=9')
    await waiting(maxWaiting + 1)
    signal('SIGCONT')
    expect((await first).status).toBe(200)
    expect((await other).status).toBe(200)
    end.abort()
    const answered = (await Promise.allSettled(flood)).flatMap((one) =>
      one.status === 'fulfilled' ? [one.value] : [],
    )
    const rejected = answered.filter(({ status }) => status !== 200)
    expect(rejected.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
      Array(10).fill([429, '5']),
    )
    const served = order.filter((name) => name !== 'rejected')
    expect(served.slice(0, 2)).toContain('other')
  })

  it('drops the jobs of clients that disconnect', async () => {
    await until(() => lake.assets.pictures.running === 0)
    const files = cached()
    const { asked } = await pauseWhileRendering('?w=30&blur=77')
    const gone = queries(20, 600).map((query) =>
      request(`${lake.origin}/${path}${query}`, { headers: { 'x-client': 'somebody' } })
        .on('error', () => {})
        .end(),
    )
    await waiting(20)
    for (const one of gone) one.destroy()
    await waiting(0)
    signal('SIGCONT')
    expect((await asked).status).toBe(200)
    expect((await get('?w=31&blur=77')).status).toBe(200)
    expect(cached().length).toBeLessThanOrEqual(files.length + 3)
  })
})

describe('the process', () => {
  it('is replaced for the next image when it dies', async () => {
    const { asked } = await pauseWhileRendering('?w=20&sharp=3')
    const files = cached()
    signal('SIGKILL')
    const answer = await asked
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(cached()).toEqual(files)
    expect((await get('?w=20&sharp=3')).status).toBe(200)
  })

  it('fails an upload without leaving a file when it dies', async () => {
    await startProcess()
    signal('SIGSTOP')
    const before = lake.documents.size
    const uploaded = lake.client.assets.upload('image', await quarters(8, 8))
    uploaded.catch(() => {})
    await running()
    signal('SIGKILL')
    await expect(uploaded).rejects.toMatchObject({ statusCode: 400 })
    expect(readdirSync(join(lake.folder, 'incoming'))).toEqual([])
    expect(lake.documents.size).toBe(before)
    await lake.client.assets.upload('image', await quarters(8, 8))
  })
})

describe('the cache', () => {
  it('stays within its size limit', async () => {
    for (let from = 1; from <= 3_000; from += 1_000) {
      const widths = Array.from({ length: 12 }, (_, index) => from + index * 75)
      await Promise.all(widths.map((w) => get(`?w=${w}&h=2&fit=scale&fm=jpg`)))
      const sizes = cached().map((name) => statSync(join(lake.folder, 'cache', name)).size)
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(20_000)
    }
  })
})

describe('vector images', () => {
  const upload = async (inner: string, attributes = 'width="40" height="40"') =>
    lake.client.assets.upload(
      'image',
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inner}</svg>`,
      ),
    )

  it.each([
    ['width="1" height="1"', '?w=4000&fm=png', '2048x2048'],
    ['width="10.5" height="10.5"', '?rect=5,5,6,6&w=300&fm=png', '300x300'],
    [
      'viewBox="0 0 1000000 1000000" width="3000" height="3000"',
      '?rect=0,0,3,3&w=90&fm=png',
      '90x90',
    ],
  ])('with unusual sizes (%s) are drawn for %s', async (attributes, query, size) => {
    const image = await upload('<circle r="9"/>', attributes)
    const { status, body } = await get(query, 'somebody', image.path)
    expect(status).toBe(200)
    const { width, height } = await sharp(body).metadata()
    expect(`${width}x${height}`).toBe(size)
  })

  it('cannot include files or URLs', async () => {
    const secret = (await lake.client.assets.upload('image', await quarters(40, 40))).path
    const beside = secret.split('/').at(-1)
    const file = join(lake.folder, 'images', String(beside))
    for (const href of [
      beside,
      `./${beside}`,
      file,
      `file://${file}`,
      `${lake.origin}/${secret}`,
    ]) {
      const image = await upload(
        `<image xlink:href="${href}" href="${href}" width="40" height="40"/>`,
      )
      const { body } = await get('?fm=png', 'somebody', image.path)
      expect((await sharp(body).stats()).channels.every(({ max }) => max === 0)).toBe(true)
    }
  })

  it('are rejected if they expand when parsed', async () => {
    const entities = Array.from(
      { length: 30 },
      (_, index) => `<!ENTITY e${index + 1} "&e${index};&e${index};">`,
    )
    const doubled = `<!DOCTYPE svg [<!ENTITY e0 "text">${entities.join('')}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&e30;</text></svg>`
    await expect(lake.client.assets.upload('image', Buffer.from(doubled))).rejects.toMatchObject({
      statusCode: 400,
    })
    const long = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><!--${'x'.repeat(5_000_000)}--></svg>`
    await expect(lake.client.assets.upload('image', Buffer.from(long))).rejects.toMatchObject({
      statusCode: 400,
    })
  })
})

it('closes the file when a client disconnects during a download', async () => {
  const file = await lake.client.assets.upload('file', Buffer.alloc(5_000_000))
  const open = () => readdirSync('/proc/self/fd').length
  const before = open()
  for (let count = 0; count < 10; count++) {
    await new Promise<void>((resolve) => {
      const reading = request(`${lake.origin}/${file.path}`, (answer) => {
        answer.once('data', () => reading.destroy())
      })
      reading
        .on('error', () => {})
        .on('close', resolve)
        .end()
    })
  }
  await until(() => open() <= before)
})
