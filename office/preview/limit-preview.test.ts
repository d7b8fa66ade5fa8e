import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, it } from 'vitest'
import { limitPreview } from './middleware.ts'

it('limits requests that open previews by network', async () => {
  const rejected: string[] = []
  const app = express().set('trust proxy', 1)
  const limits = { maxAttempts: 2, windowSeconds: 60 }
  app.use(limitPreview((limit) => rejected.push(limit), limits))
  app.use((_request, response) => void response.end())
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ask = (path: string, network: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'x-forwarded-for': network } })
  expect((await ask('/preview/enable?x', '192.0.2.1')).status).toBe(200)
  expect((await ask('/preview/open.data', '192.0.2.1')).status).toBe(200)
  const third = await ask('/preview/share', '192.0.2.1')
  expect(third.status).toBe(429)
  expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await ask('/preview/share', '198.51.100.1')).status).toBe(200)
  expect(rejected).toEqual(['preview'])
  server.close()
})
