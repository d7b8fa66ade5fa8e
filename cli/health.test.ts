import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { readSettings } from '../server/settings/settings.ts'
import { CommandError } from './command.ts'
import health from './health.ts'

it('a site that is ready is, one that is not or is away is told in one line', async () => {
  let status = 200
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/readyz' ? status : 404).end('{"failing":["leads"]}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ask = () => {
    const settings = readSettings({ PORT: String(port), HOST: '0.0.0.0' })
    const streams = {
      stdin: new PassThrough(),
      stdout: new PassThrough(),
      stderr: new PassThrough(),
    }
    return health.run({ settings, ...streams }, {}, [])
  }
  expect(await ask()).toBe(0)
  status = 503
  const notReady = await Promise.resolve(ask()).catch((error) => error)
  expect(notReady).toBeInstanceOf(CommandError)
  expect(notReady.message).toContain('leads')
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
  const away = await Promise.resolve(ask()).catch((error) => error)
  expect(away).toBeInstanceOf(CommandError)
})
