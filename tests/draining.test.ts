import { expect, it } from 'vitest'
import { startSite } from './running-site.ts'

it('a site that was told to end says so at /readyz, and serves on until proxies know', async () => {
  const site = await startSite({ DRAIN_SECONDS: '2' })
  try {
    expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
    const ended = site.stop()
    await expect.poll(async () => (await fetch(`${site.url}/readyz`)).status).toBe(503)
    expect((await fetch(`${site.url}/`)).status).toBe(200)
    expect(await ended).toBe(0)
  } finally {
    await site.remove()
  }
})
