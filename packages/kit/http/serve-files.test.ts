import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import { expect, it } from 'vitest'
import { head, rawClient } from '../../../server/connections/testing/raw-client.ts'
import { until } from '../testing/until.ts'
import { serveFiles } from './serve-files.ts'

it('serves files and responds with 404 for a deleted one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'files-'))
  for (const name of ['a.js', 'a.js.br']) writeFileSync(join(folder, name), name)
  const server = express()
    .use(serveFiles(folder, { brotli: true }))
    .listen(0)
  const get = (path: string) =>
    fetch(`http://localhost:${(server.address() as AddressInfo).port}${path}`, {
      headers: { 'Accept-Encoding': 'identity' },
    })
  expect(await (await get('/a.js')).text()).toBe('a.js')
  expect((await get('/%E0%A4%A')).status).toBe(404)
  rmSync(folder, { recursive: true })
  expect((await get('/a.js')).status).toBe(404)
  expect((await get('/a.js')).status).toBe(404)
  server.close()
})

it('aborts the response when a file cannot be read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'files-'))
  writeFileSync(join(folder, 'a.js'), 'a')
  const server = express().use(serveFiles(folder, {})).listen(0)
  const { port } = server.address() as AddressInfo
  rmSync(join(folder, 'a.js'))
  mkdirSync(join(folder, 'a.js'))
  await expect(fetch(`http://127.0.0.1:${port}/a.js`).then((got) => got.text())).rejects.toThrow()
  rmSync(folder, { recursive: true })
  server.close()
})

it.skipIf(process.platform !== 'linux')('closes a file when its client disconnects', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'files-'))
  const file = join(folder, 'a.bin')
  writeFileSync(file, Buffer.alloc(20_000_000))
  const server = express().use(serveFiles(folder, {})).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const open = () => readdirSync('/proc/self/fd').filter((fd) => linkOf(fd) === file).length
  const readers = Array.from({ length: 5 }, () => rawClient(port, head('GET /a.bin HTTP/1.1')))
  for (const { socket } of readers) socket.pause()
  await until(() => expect(open()).toBe(5))
  for (const { socket } of readers) socket.destroy()
  await until(() => expect(open()).toBe(0))
  rmSync(folder, { recursive: true })
  server.close()
})

function linkOf(fd: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`)
  } catch {
    return ''
  }
}
