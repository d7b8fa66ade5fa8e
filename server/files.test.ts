import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import { expect, it } from 'vitest'
import { serveFiles } from './files.ts'

it('serves files, and takes one that has gone for missing', async () => {
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
