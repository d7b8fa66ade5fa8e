import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { readSettings } from 'halvi-site/settings/settings'
import { expect, it } from 'vitest'
import { CommandError } from './command.ts'
import health from './health.ts'

it('fails while the site is not ready; with --serving, fails only when the site is unreachable', async () => {
  let status = 200
  const server = createServer((request, response) => {
    const statuses: Record<string, number> = { '/readyz': status, '/healthz': 200 }
    response.writeHead(statuses[request.url ?? ''] ?? 404).end('{"failing":["leads"]}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ask = (serving = false) => {
    const settings = readSettings({ PORT: String(port), HOST: '0.0.0.0' })
    const streams = {
      stdin: new PassThrough(),
      stdout: new PassThrough(),
      stderr: new PassThrough(),
    }
    return health.run({ settings, ...streams }, { serving }, [])
  }
  expect(await ask()).toBe(0)
  status = 503
  const notReady = (await Promise.resolve(ask()).catch((error) => error)) as CommandError
  expect(notReady).toBeInstanceOf(CommandError)
  expect(notReady.message).toContain('leads')
  expect(await ask(true)).toBe(0)
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
  for (const serving of [true, false]) {
    const unreachable = await Promise.resolve(ask(serving)).catch((error) => error)
    expect(unreachable).toBeInstanceOf(CommandError)
  }
})
