import type { IncomingMessage } from 'node:http'
import express from 'express'
import { expect, it } from 'vitest'
import { clientAddress } from './client.ts'

it.each([
  [0, '192.0.2.1'],
  [1, undefined],
  [1, '192.0.2.1'],
  [1, '192.0.2.1, 192.0.2.2'],
  [2, '192.0.2.1 , 192.0.2.2,'],
  [9, '192.0.2.1, 192.0.2.2'],
])('equals request.ip of Express: %i proxies, %s', (proxies, forwarded) => {
  const app = express()
  app.set('trust proxy', proxies)
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  const request = { socket: { remoteAddress: '127.0.0.1' }, headers } as unknown as IncomingMessage
  const { ip } = Object.assign(Object.create(app.request), request, { app }) as { ip: string }
  expect(clientAddress(request, proxies)).toBe(ip)
})
