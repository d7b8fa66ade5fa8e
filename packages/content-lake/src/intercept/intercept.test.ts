import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LocalLake, startLake } from '../start-lake.ts'
import { openAuthority } from '../tls/authority-file.ts'
import { childEnvironment } from './child-environment.ts'

const packageFolder = fileURLToPath(new URL('../..', import.meta.url))

let directory: string
let lake: LocalLake
let port: number
let env: NodeJS.ProcessEnv

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lake-intercept-'))
  const projectId = 'testing'
  lake = await startLake({ port: 0, directory, projectId, replacesSanity: true })
  port = (lake.server.address() as AddressInfo).port
  const { path: authorityPath } = openAuthority(directory)
  const { tokens } = lake
  const running = { port, projectId, dataset: 'production', tokens, authorityPath }
  env = childEnvironment(running, process.env, packageFolder)
})

afterAll(async () => {
  await lake.close()
  await rm(directory, { recursive: true, force: true })
})

/** Runs a program in a process of its own, whose requests lead to the lake. Returns its output as JSON. */
async function runProgram(program: string) {
  const args = ['--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env, cwd: packageFolder })
  return JSON.parse(stdout)
}

it('leads the unmodified client to the lake, with its stream of events', async () => {
  const program = `
    import { createClient } from '@sanity/client'
    const client = createClient({
      projectId: process.env.SANITY_STUDIO_PROJECT_ID,
      dataset: process.env.NEXT_PUBLIC_SANITY_DATASET,
      token: process.env.SANITY_AUTH_TOKEN,
      apiVersion: '2025-02-19',
      useCdn: false,
    })
    const events = client.listen('*[_type == "note"]', {}, { events: ['welcome', 'mutation'] })
    const heard = await new Promise((resolve, reject) => {
      events.subscribe({
        next: (event) => {
          if (event.type === 'welcome') client.create({ _id: 'one', _type: 'note', text: 'here' })
          else resolve(event.documentId)
        },
        error: reject,
      })
    })
    const read = await client.withConfig({ useCdn: true }).fetch('*[_id == "one"][0].text')
    const cdn = await client.withConfig({ useCdn: true, token: undefined }).fetch('*[_id == "one"][0].text')
    process.stdout.write(JSON.stringify({ heard, read, cdn }))
    process.exit()`
  expect(await runProgram(program)).toEqual({ heard: 'one', read: 'here', cdn: 'here' })
})

it('leads every kind of connection of a process and its descendants to the lake', async () => {
  const program = `
    import { execFileSync } from 'node:child_process'
    import http from 'node:http'
    import http2 from 'node:http2'
    import https from 'node:https'
    import { text } from 'node:stream/consumers'
    import { Worker } from 'node:worker_threads'
    import { request } from 'undici'
    import WebSocket from 'ws'
    const ping = 'https://abc.api.sanity.io/v1/ping'
    const get = (module, url) => new Promise((resolve) => module.get(url, (r) => resolve(r.statusCode)))
    const viaHttps = await get(https, ping)
    const viaHttp = await get(http, ping.replace('https', 'http'))
    const viaUndici = (await request(ping)).statusCode
    const session = http2.connect('https://api.sanity.io')
    const viaHttp2 = await text(session.request({ ':path': '/v1/ping' }))
    session.close()
    const url = 'wss://abc.api.sanity.io/v2022-06-30/socket/' + process.env.SANITY_DATASET
    const headers = { Authorization: 'Bearer ' + process.env.SANITY_AUTH_TOKEN }
    const socket = new WebSocket(url, { headers })
    const viaSocket = await new Promise((resolve, reject) => {
      socket.on('open', () => resolve('open')).on('error', reject)
    })
    socket.terminate()
    const inWorker = await new Promise((resolve) => {
      const worker = "fetch('" + ping + "').then(async (r) => (await import('node:worker_threads')).parentPort.postMessage(r.status))"
      new Worker(worker, { eval: true }).on('message', resolve)
    })
    const child = "fetch('" + ping + "').then((r) => console.log(r.status))"
    const inChild = Number(execFileSync(process.execPath, ['--eval', child]))
    process.stdout.write(JSON.stringify({ viaHttps, viaHttp, viaUndici, viaHttp2, viaSocket, inWorker, inChild }))
    process.exit()`
  expect(await runProgram(program)).toEqual({
    ...{ viaHttps: 200, viaHttp: 200, viaUndici: 200, viaHttp2: '{"PONG":true}' },
    ...{ viaSocket: 'open', inWorker: 200, inChild: 200 },
  })
})

it('serves images and files at the URLs that clients build', async () => {
  const program = `
    import { createClient } from '@sanity/client'
    import { createImageUrlBuilder } from '@sanity/image-url'
    import sharp from 'sharp'
    const client = createClient({
      projectId: 'other',
      dataset: 'production',
      token: process.env.SANITY_AUTH_TOKEN,
      apiVersion: '2025-02-19',
      useCdn: false,
    })
    const background = 'teal'
    const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background } }).png().toBuffer()
    const { _id: _ref } = await client.assets.upload('image', picture)
    const build = (image) => createImageUrlBuilder(client).image(image)
    const cropped = build({ asset: { _ref }, crop: { left: 0.5, right: 0, top: 0, bottom: 0 } })
    const headers = { Accept: 'image/webp' }
    const images = [build({ asset: { _ref } }), cropped, cropped.width(8), cropped.width(8).height(4).fit('crop').dpr(2), cropped.auto('format'), cropped.format('jpg')]
    const served = []
    for (const image of images) {
      const response = await fetch(image.url(), { headers })
      const { width, height, format } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
      served.push(width + 'x' + height + ' ' + format)
    }
    const { url } = await client.assets.upload('file', Buffer.from('words'), { filename: 'a.txt' })
    const file = await (await fetch(url)).text()
    const sha1 = 'a'.repeat(40)
    await client.create({ _id: 'image-' + sha1 + '-20x10-png', _type: 'sanity.imageAsset' })
    const without = build({ asset: { _ref: 'image-' + sha1 + '-20x10-png' } }).width(8).url()
    const missing = [(await fetch(without)).status, (await fetch(url.replace(/[0-9a-f]{40}/, sha1))).status]
    process.stdout.write(JSON.stringify({ served, url, file, missing }))`
  expect(await runProgram(program)).toEqual({
    served: ['40x20 png', '20x20 png', '8x8 png', '16x8 png', '20x20 webp', '20x20 jpeg'],
    url: expect.stringMatching(/^https:\/\/cdn\.sanity\.io\/files\/testing\/production\//),
    file: 'words',
    missing: [404, 404],
  })
})

it("refuses Sanity's other hosts by name, and leaves all others alone", async () => {
  const program = `
    const reason = (error) => error.cause?.message ?? error.message
    const refused = await Promise.all(
      ['https://www.sanity.io/', 'https://core.sanity-cdn.com/', 'https://api.sanity.work/'].map((url) =>
        fetch(url).then(() => 'reached', reason),
      ),
    )
    const other = await fetch('http://127.0.0.1:${port}/v1/ping').then((r) => r.status)
    process.stdout.write(JSON.stringify({ refused, other }))`
  const { refused, other } = await runProgram(program)
  expect(other).toBe(200)
  for (const [index, host] of [
    'www.sanity.io',
    'core.sanity-cdn.com',
    'api.sanity.work',
  ].entries()) {
    expect(refused[index]).toContain(host)
  }
})

it('starts a service worker before it shows a page in a browser', async () => {
  const program = `
    import { createServer } from 'node:http'
    const server = createServer((request, response) => response.end('the page'))
    server.listen(0, '127.0.0.1', () => console.log(server.address().port))`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { env })
  const [line] = await new Promise<[Buffer]>((resolve) =>
    child.stdout.once('data', (...a) => resolve(a as never)),
  )
  const origin = `http://127.0.0.1:${Number(line)}`
  // Not fetch, which sets Sec-Fetch-Mode itself.
  const ask = async (headers: Record<string, string>, path = '/') => {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get(origin + path, { headers }, resolve).on('error', reject)
    })
    return { type: response.headers['content-type'], text: await text(response) }
  }
  try {
    const navigation = { 'Sec-Fetch-Mode': 'navigate' }
    const first = await ask(navigation)
    const [, worker = ''] = /register\('([^']+)'/.exec(first.text) ?? []
    expect((await ask({}, worker)).type).toContain('javascript')
    expect((await ask({ ...navigation, 'X-Content-Lake': env.CONTENT_LAKE_PORT ?? '' })).text).toBe(
      'the page',
    )
    expect((await ask({})).text).toBe('the page')
  } finally {
    child.kill()
  }
})
