import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import type { Server } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { get as getHttps } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import WebSocket from 'ws'
import { type Lake, openLake } from '../index.ts'
import { NAMES, TOKEN } from '../testing/names.ts'
import { openAuthority } from './authority-file.ts'
import { createServerCertificate } from './certificates.ts'
import { createSharedServer } from './shared-port.ts'

let directory: string
let lake: Lake
let server: Server
let port: number
let ca: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lake-tls-'))
  lake = await openLake({ directory, token: TOKEN, ...NAMES })
  const authority = openAuthority(directory)
  ca = authority.certificate
  server = createSharedServer(
    () => createServerCertificate(authority),
    (request, response) =>
      lake.handle(request, response, () => response.writeHead(404).end('not the lake')),
  )
  server.on('upgrade', (request, socket, head) => {
    if (!lake.upgrade(request, socket, head)) socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})

afterAll(async () => {
  await lake.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await rm(directory, { recursive: true, force: true })
})

const headers = { Authorization: `Bearer ${TOKEN}` }

it('serves HTTP, HTTPS, and WebSockets over both on one port', async () => {
  const plain = await fetch(`http://127.0.0.1:${port}/v1/users/me`, { headers })
  expect(plain.status).toBe(200)
  const secure = await new Promise<number | undefined>((resolve, reject) => {
    const url = `https://localhost:${port}/v1/users/me`
    getHttps(url, { ca, headers }, (response) => resolve(response.resume().statusCode)).on(
      'error',
      reject,
    )
  })
  expect(secure).toBe(200)
  for (const protocol of ['ws', 'wss']) {
    const path = `localhost:${port}/v2022-06-30/socket/${NAMES.dataset}`
    const socket = new WebSocket(`${protocol}://${path}`, { headers, ca })
    await once(socket, 'open')
    socket.terminate()
  }
})

it('holds many streams of events on one HTTP/2 connection, beside requests and rejected uploads', async () => {
  const session = connectHttp2(`https://localhost:${port}`, { ca })
  const ask = (path: string, more: Record<string, string> = {}) =>
    session.request({ ':path': path, ...headers, ...more })
  const query = encodeURIComponent('*[_type == "note"]')
  const streams = Array.from({ length: 20 }, () => ask(`/v1/data/listen/production?query=${query}`))
  const received = (name: string) =>
    Promise.all(
      streams.map(
        (stream) =>
          new Promise<void>((resolve) => {
            let heard = ''
            stream.on('data', (chunk) => {
              heard += chunk
              if (new RegExp(`^event: ?${name}$`, 'm').test(heard)) resolve()
            })
          }),
      ),
    )
  await received('welcome')
  const mutations = received('mutation')
  const upload = ask('/v1/data/mutate/production', {
    ':method': 'POST',
    'content-length': '900000000',
  })
  upload.write('{"mutations": [')
  const [rejected] = await once(upload, 'response')
  expect(rejected[':status']).toBe(413)
  upload.close()
  const write = ask('/v1/data/mutate/production', { ':method': 'POST' })
  write.end(JSON.stringify({ mutations: [{ create: { _id: 'one', _type: 'note' } }] }))
  expect(JSON.parse(await text(write)).results).toHaveLength(1)
  await mutations
  session.destroy()
})

it('keeps its authority for the next start, and the key private', async () => {
  expect(openAuthority(directory).certificate).toBe(ca)
  const { mode } = await stat(join(directory, 'certificates', 'authority.key'))
  expect(mode & 0o077).toBe(0)
})

it('destroys a connection that is neither, and those that send nothing when it closes', async () => {
  const broken = connect(port, '127.0.0.1')
    .resume()
    .on('error', () => {})
  broken.write(Buffer.from([0x16, 3, 1, 0, 5, 1, 2, 3, 4, 5]))
  await once(broken, 'close')
  const silent = connect(port, '127.0.0.1')
    .resume()
    .on('error', () => {})
  await once(silent, 'connect')
  await fetch(`http://127.0.0.1:${port}/v1/ping`)
  server.closeAllConnections()
  await once(silent, 'close')
})
