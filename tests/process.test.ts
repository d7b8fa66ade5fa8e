import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type RunningSite, runSite, startSite } from './running-site.ts'

const sites: RunningSite[] = []
const start = async (settings?: Record<string, string>) => {
  const site = await startSite(settings)
  sites.push(site)
  return site
}
afterEach(async () => {
  for (const site of sites.splice(0)) await site.remove()
})

describe('the process', () => {
  it('serves, says that it is up and ready, and ends cleanly when told to', async () => {
    const site = await start()
    for (const path of ['/', '/healthz', '/readyz']) {
      expect((await fetch(site.url + path)).status, path).toBe(200)
    }
    expect(await site.stop()).toBe(0)
  })

  it('ends though a browser holds a live connection open', async () => {
    const site = await start()
    const live = await fetch(`${site.url}/v2025-02-19/data/live/events/production`)
    expect(live.status).toBe(200)
    expect(await site.stop()).toBe(0)
    await live.body?.cancel().catch(() => {})
  })

  it('finds its content again after kill -9', async () => {
    const site = await start()
    site.process.kill('SIGKILL')
    const again = await start({ DATA_DIR: site.dataDir })
    expect((await fetch(`${again.url}/support/faq`)).status).toBe(200)
    expect(again.lines.filter((line) => line.includes('import'))).toEqual([])
  })

  it('keeps the token for writing from other users', async () => {
    const site = await start()
    const { mode } = await stat(join(site.dataDir, 'lake-token'))
    expect(mode & 0o777).toBe(0o600)
  })
})

describe('a process that cannot start', () => {
  const oneLine = /^halvi: [^\n]+\n$/

  it('says in one line which setting is wrong', async () => {
    const { code, stdout, stderr } = await runSite({ PORT: 'http' })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(oneLine)
    expect(stderr).toContain('PORT')
  })

  it('leaves the first process on the same data undisturbed', async () => {
    const first = await start()
    const { code, stderr } = await runSite({ DATA_DIR: first.dataDir })
    expect(code).toBe(1)
    expect(stderr).toMatch(oneLine)
    expect((await fetch(`${first.url}/support/faq`)).status).toBe(200)
  })

  it('says that its port is taken', async () => {
    const first = await start()
    const dataDir = await mkdtemp(join(tmpdir(), 'halvi-'))
    const { code, stderr } = await runSite({ PORT: new URL(first.url).port, DATA_DIR: dataDir })
    await rm(dataDir, { recursive: true })
    expect(code).toBe(1)
    expect(stderr).toMatch(oneLine)
    expect(stderr).toContain('PORT')
  })

  it('says that its data folder cannot be used', async () => {
    const { code, stderr } = await runSite({ DATA_DIR: '/dev/null/data' })
    expect(code).toBe(1)
    expect(stderr).toMatch(oneLine)
    expect(stderr).toContain('DATA_DIR')
  })
})
