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
import { type LocalLake, startLake } from '../project/start-lake.ts'
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
    import http2 from 'node:http2'
    import https from 'node:https'
    import { text } from 'node:stream/consumers'
    import { Worker } from 'node:worker_threads'
    import sharp from 'sharp'
    import WebSocket from 'ws'
    const ping = 'https://abc.api.sanity.io/v1/ping'
    const viaHttps = await new Promise((resolve) => https.get(ping, (r) => resolve(r.statusCode)))
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
    const background = 'teal'
    const picture = await sharp({ create: { width: 4, height: 4, channels: 3, background } }).png().toBuffer()
    const init = { method: 'POST', body: picture, headers }
    const upload = await fetch('https://other.api.sanity.io/v1/assets/images/production', init)
    const { url: address } = (await upload.json()).document
    const cdn = [address, await fetch(address.replace('/testing/', '/other/')).then((r) => r.status)]
    process.stdout.write(JSON.stringify({ viaHttps, viaHttp2, viaSocket, inWorker, inChild, cdn }))`
  expect(await runProgram(program)).toEqual({
    ...{
      viaHttps: 200,
      viaHttp2: '{"PONG":true}',
      viaSocket: 'open',
      inWorker: 200,
      inChild: 200,
    },
    cdn: [expect.stringMatching(/^https:\/\/cdn\.sanity\.io\/images\/testing\/production\//), 200],
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
