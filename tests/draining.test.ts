import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { startSite } from './running-site.ts'
import { until } from './until.ts'

it('after SIGTERM, a site returns 503 at /healthz and /readyz, serves for DRAIN_SECONDS, then closes all connections', async () => {
  // Never responds, so a form that is being delivered takes longer than the shutdown timeout.
  const endpoint = createServer()
  await once(endpoint.listen(0, '127.0.0.1'), 'listening')
  const { port } = endpoint.address() as AddressInfo
  const site = await startSite({
    DRAIN_SECONDS: '5',
    FORM_ENDPOINT_URL: `http://127.0.0.1:${port}`,
  })
  try {
    const status = async (path: string) => (await fetch(`${site.url}${path}`)).status
    for (const path of ['/healthz', '/readyz']) expect(await status(path)).toBe(200)
    const exitCode = site.stop()
    for (const path of ['/healthz', '/readyz']) {
      await until(
        () => status(path),
        (now) => now === 503,
      )
    }
    expect((await fetch(`${site.url}/`)).status).toBe(200)
    const form = { name: 'Amina', email: 'amina@example.com', interests: 'openStore' }
    const sent = fetch(`${site.url}/waitlist`, {
      method: 'POST',
      body: new URLSearchParams(form),
    })
    await expect(sent).rejects.toThrow()
    expect(await exitCode).toBe(0)
  } finally {
    await site.remove()
    endpoint.close()
  }
})
