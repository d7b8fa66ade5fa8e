import { expect, it } from 'vitest'
import { runSite, startSite } from './running-site.ts'

it('the doctor reports no failure for a running site, or all invalid settings', async () => {
  const site = await startSite()
  async function doctor(settings: Record<string, string>) {
    const environment = { DATA_DIR: site.dataDir, PORT: new URL(site.url).port, ...settings }
    const { code, stdout } = await runSite(environment, 'halvi', 'doctor', '--json')
    return { code, results: JSON.parse(stdout) as { check: string; status: string }[] }
  }
  try {
    const running = await doctor({ RATE_LIMIT: '30/10m' })
    expect(running.results.filter(({ status }) => status === 'FAIL')).toEqual([])
    expect(running.code).toBe(0)
    const invalid = await doctor({ PORT: '70000', SITE_URL: 'halvi.test' })
    expect(invalid.code).toBe(1)
    expect(invalid.results).toMatchObject([
      { check: 'settings', status: 'FAIL', found: expect.stringMatching(/PORT.*SITE_URL/) },
    ])
  } finally {
    await site.remove()
  }
})
