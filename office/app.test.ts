import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Router } from 'express'
import { officeHeaders } from 'halvi-site/office-protocol'
import { readSettings } from 'halvi-site/settings/settings'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createOfficeApp } from './app.ts'

it('answers only the site, and says 503 for what is not open yet', async () => {
  const config = { port: 1, secret: 'secret', readerToken: '', siteUrl: 'https://halvi.test' }
  const app = createOfficeApp(config, readSettings({}), pino({ level: 'silent' }))
  const server = createServer(app.handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/data/query/production`
  const statusWith = async (secret: string) =>
    (await fetch(url, { headers: { [officeHeaders.secret]: secret } })).status
  expect(await statusWith('secret')).toBe(503)
  app.serve(Router())
  expect(await statusWith('secret')).toBe(404)
  expect(await statusWith('other')).toBe(403)
  server.closeAllConnections()
  server.close()
})
