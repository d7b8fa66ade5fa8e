import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTlsServer, type TlsServer } from '../cli/doctor/testing/tls-server.ts'
import { application, send } from './faults/visitors.ts'
import { FormEndpoint } from './form-endpoint.ts'
import { freePort } from './release/free-port.ts'
import { type RunningSite, runSite, startSite } from './running-site.ts'

let site: RunningSite
let proxy: TlsServer

beforeAll(async () => {
  site = await startSite()
  // Like a proxy, it forwards all requests to the site.
  proxy = await startTlsServer('localhost', 90, (incoming, outgoing) => {
    const { method, url, headers } = incoming
    const { port } = new URL(site.url)
    const passed = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(passed)
  })
})
afterAll(async () => {
  await proxy.close()
  await site.remove()
})

interface Result {
  check: string
  status: string
}

/** Runs the doctor with the settings of the running site. */
async function doctor(settings: Record<string, string> = {}) {
  const { code, stdout } = await runSite(
    { DATA_DIR: site.dataDir, PORT: new URL(site.url).port, ...settings },
    'halvi',
    'doctor',
    '--json',
  )
  const results: Result[] = JSON.parse(stdout)
  const statusOf = (check: string) => results.find((result) => result.check === check)?.status
  return { code, results, statusOf, stdout }
}

it('the doctor reports no failure for a running site behind a proxy', async () => {
  const trusted = join(site.dataDir, 'proxy.pem')
  writeFileSync(trusted, proxy.certificate)
  const { code, results } = await doctor({
    NODE_EXTRA_CA_CERTS: trusted,
    SITE_URL: `https://localhost:${proxy.port}`,
    FORM_ENDPOINT_URL: `https://localhost:${proxy.port}/leads`,
    TRUST_PROXY: '1',
    RATE_LIMIT: '30/10m',
  })
  const failures = results.filter(({ status }) => status === 'FAIL')
  expect(failures).toEqual([])
  expect(code).toBe(0)
  expect(results.find(({ check }) => check === 'certificate')).toMatchObject({
    status: 'ok',
    found: expect.stringContaining('valid for 90 more days'),
  })
})

it('the doctor exits with 1 and reports every failure of a running site', async () => {
  const secret = 'a secret of the operators'
  const { code, statusOf, stdout } = await doctor({
    SITE_URL: `https://localhost:${proxy.port}`,
    FORM_ENDPOINT_URL: 'http://127.0.0.1:9/leads',
    STUDIO_PASSWORD: secret,
  })
  expect(code).toBe(1)
  for (const check of ['settings', 'endpoint', 'certificate']) expect(statusOf(check)).toBe('FAIL')
  for (const check of ['port', 'database', 'disk', 'clock']) expect(statusOf(check)).toBe('ok')
  expect(stdout).not.toContain(secret)
})

it('the doctor reads settings of the running site, and warns about pending leads', async () => {
  const endpoint = await FormEndpoint.start()
  endpoint.status = 500
  const PORT = String(await freePort())
  const unit = await startSite({
    PORT,
    TRUST_PROXY: '1',
    SITE_URL: `https://localhost:${proxy.port}`,
    FORM_ENDPOINT_URL: endpoint.url,
  })
  try {
    const ask = () =>
      doctor({
        DATA_DIR: unit.dataDir,
        PORT,
        SITE_URL: `https://localhost:${proxy.port}`,
        FORM_ENDPOINT_URL: endpoint.url,
        RATE_LIMIT: '30/10m',
      })
    const before = await ask()
    expect(before.statusOf('settings')).toBe('ok')
    expect(before.statusOf('endpoint')).toBe('ok')
    await send(`http://127.0.0.1:${PORT}`, application())
    const { results } = await ask()
    expect(results.find(({ check }) => check === 'endpoint')).toMatchObject({
      status: 'warn',
      found: expect.stringContaining('1 lead pending'),
    })
  } finally {
    await unit.remove()
    await endpoint.close()
  }
})

it('the doctor reports all invalid settings and runs no other check', async () => {
  const { code, results } = await doctor({ PORT: '70000', SITE_URL: 'halvi.test' })
  expect(code).toBe(1)
  expect(results).toMatchObject([
    { check: 'settings', status: 'FAIL', found: expect.stringMatching(/PORT.*SITE_URL/) },
  ])
})
