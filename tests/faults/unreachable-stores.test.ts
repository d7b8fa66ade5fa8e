import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { Relay } from '../../packages/leads/testing/relay.ts'
import { testPostgres } from '../../packages/leads/testing/test-postgres.ts'
import { startCaddy } from '../release/caddy.ts'
import { type RunningSite, startSite } from '../running-site.ts'
import { until } from '../until.ts'
import { application, send } from './visitors.ts'

const postgres = await testPostgres()
afterAll(() => postgres?.drop())

const hasCaddy = spawnSync('caddy', ['version']).status === 0
if (!hasCaddy) console.info('Caddy is not installed. The sites are tested without a proxy.')

let site: RunningSite | undefined
let proxy: Awaited<ReturnType<typeof startCaddy>> | undefined
afterEach(async () => {
  await proxy?.close()
  await site?.remove()
  proxy = undefined
})

describe.runIf(postgres).each(['down', 'silent'] as const)('PostgreSQL that is %s', (state) => {
  it('at the start and later only affects forms, and the site recovers', async () => {
    const url = postgres?.url ?? ''
    const relay = new Relay(url)
    await relay.set(state)
    const running = await startSite({ DATABASE_URL: relay.url(url), TRUST_PROXY: '1' })
    site = running
    if (hasCaddy) proxy = await startCaddy([Number(new URL(running.url).port)])
    const address = proxy?.url ?? running.url
    const status = async (path: string) => (await fetch(`${running.url}${path}`)).status
    const token = readFileSync(join(running.dataDir, 'metrics-token'), 'utf8')

    async function expectUnreachable() {
      await until(
        () => status('/readyz'),
        (now) => now === 503,
      )
      expect(await status('/healthz')).toBe(200)
      const metrics = await fetch(`${address}/metrics`, {
        headers: { Authorization: `Bearer ${token}` },
      })
      expect(metrics.status).toBe(200)
      for (const path of ['/', '/waitlist', '/support/faq']) {
        expect((await fetch(`${address}${path}`)).status).toBe(200)
      }
      const fields: Record<string, string> = { ...application(), name: 'Amina of the kept words' }
      const rejected = await send(address, fields)
      expect(rejected.status).toBe(503)
      expect(rejected.headers.get('retry-after')).toMatch(/^\d+$/)
      const page = await rejected.text()
      expect(page).toContain(fields.name)
      expect(page).toContain(fields.email)
    }
    async function expectRecovered() {
      await until(
        () => status('/readyz'),
        (now) => now === 200,
      )
      expect((await send(address, application())).status).toBe(303)
    }

    await expectUnreachable()
    await relay.set('up')
    await expectRecovered()
    await relay.set(state)
    await expectUnreachable()
    await relay.set('up')
    await expectRecovered()
    expect(await running.stop()).toBe(0)
    await relay.set('down')
  }, 180_000)
})
