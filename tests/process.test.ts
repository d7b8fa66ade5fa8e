import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { head, type RawClient, rawClient } from '../server/connections/testing/raw-client.ts'
import { copyPreparedLake } from './prepared-lake.ts'
import { type RunningSite, runSite, startSite } from './running-site.ts'
import { until } from './until.ts'

/** Matches an error message for operators: a single line. */
const oneLine = /^halvi: [^\n]+\n$/

const sites: RunningSite[] = []
const start = async (...given: Parameters<typeof startSite>) => {
  const site = await startSite(...given)
  sites.push(site)
  return site
}
afterEach(async () => {
  for (const site of sites.splice(0)) await site.remove()
})

const urlencoded = 'Content-Type: application/x-www-form-urlencoded'

describe('the process', () => {
  it('serves pages, writes private files, restarts after kill -9, and exits with 0 on SIGTERM', async () => {
    // The first start imports the seed.
    const site = await start({}, { data: 'new' })
    for (const path of ['/', '/healthz', '/readyz']) {
      expect((await fetch(site.url + path)).status, path).toBe(200)
    }
    expect(site.lines.filter((line) => line.includes('import'))).not.toEqual([])

    const names = await readdir(site.dataDir, { recursive: true })
    expect(names).toEqual(expect.arrayContaining(['lake-token', 'leads.db', 'lake/lake.db']))
    const modes = await Promise.all(
      names.map(async (name) => [name, (await stat(join(site.dataDir, name))).mode & 0o077]),
    )
    expect(modes.filter(([, others]) => others !== 0)).toEqual([])

    site.process.kill('SIGKILL')
    const again = await start({ DATA_DIR: site.dataDir })
    expect((await fetch(`${again.url}/support/faq`)).status).toBe(200)
    expect(again.lines.filter((line) => line.includes('import'))).toEqual([])
    expect(await again.stop()).toBe(0)
  })

  it('handles reset upgrades, and exits within ten seconds with connections of all kinds open', async () => {
    // Accepts every delivery and never responds.
    const endpoint = createServer((socket) => socket.on('error', () => {}))
    endpoint.listen(0, '127.0.0.1')
    await once(endpoint, 'listening')
    const site = await start({
      CONTENT_API: 'public',
      FORM_ENDPOINT_URL: `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}`,
    })
    const port = Number(new URL(site.url).port)
    const client = (sent: string) => rawClient(port, sent)
    const upgrade = (path: string, protocol: string) =>
      head(`GET ${path} HTTP/1.1`, 'Connection: Upgrade', `Upgrade: ${protocol}`)
    for (const path of ['/', '/v1/events', '/v2022-06-30/socket/production']) {
      const { socket, ended } = client(upgrade(path, 'websocket'))
      socket.once('data', () => socket.resetAndDestroy())
      await ended
    }
    const form = 'name=Amina&email=amina@example.com&interests=openStore'
    const delivering = `${head('POST /waitlist HTTP/1.1', urlencoded, `Content-Length: ${form.length}`)}${form}`
    const open: RawClient[] = [
      ...['/', '/v1/events'].map((path) => client(upgrade(path, 'websocket'))),
      client(upgrade('/', 'h2c')),
      client(head('CONNECT other.test:443 HTTP/1.1')),
      client(''),
      client('GET / HT'),
      client('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'),
      client(`${head('POST /waitlist HTTP/1.1', urlencoded, 'Content-Length: 1000')}name=Am`),
      client(delivering),
    ]
    const stalled = client(head('GET / HTTP/1.1').repeat(16))
    stalled.socket.pause()
    const live = await fetch(`${site.url}/v2025-02-19/data/live/events/production`)
    expect(live.status).toBe(200)
    await site.logged('"msg":"lead"')
    // A process that does not stop within nine seconds exits with another code.
    expect(await site.stop()).toBe(0)
    await Promise.all(open.map(({ ended }) => ended))
    stalled.socket.destroy()
    await live.body?.cancel().catch(() => {})
    endpoint.close()
  })
})

// The last one stops the process.
describe('a running process', { shuffle: false }, () => {
  let site: RunningSite
  beforeAll(async () => {
    site = await startSite()
  })
  afterAll(() => site.remove())

  it('is not affected by a second process with the same data, which exits with 1', async () => {
    const { code, stderr } = await runSite({ DATA_DIR: site.dataDir })
    expect(code).toBe(1)
    expect(stderr).toMatch(oneLine)
    expect((await fetch(`${site.url}/support/faq`)).status).toBe(200)
  })

  it('makes a second process with the same port exit with a message about PORT', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'halvi-'))
    await copyPreparedLake(join(dataDir, 'lake'))
    const { code, stderr } = await runSite({ PORT: new URL(site.url).port, DATA_DIR: dataDir })
    await rm(dataDir, { recursive: true })
    expect(code).toBe(1)
    expect(stderr).toMatch(oneLine)
    expect(stderr).toContain('PORT')
  })

  it('exits immediately on a second SIGTERM', async () => {
    const { port } = new URL(site.url)
    // An incomplete form keeps a request open. Other requests would be rejected when their headers arrive.
    const form = head('POST /waitlist HTTP/1.1', urlencoded, 'Content-Length: 9')
    const open = rawClient(Number(port), form)
    const token = await readFile(join(site.dataDir, 'metrics-token'), 'utf8')
    const headers = { Authorization: `Bearer ${token}` }
    const metrics = async () => (await fetch(`${site.url}/metrics`, { headers })).text()
    await until(metrics, (text) => text.includes('halvi_requests_under_way 2'))
    site.process.kill('SIGTERM')
    await site.logged('stopping')
    // A signal right after the first one counts as the same.
    const again = () => {
      site.process.kill('SIGTERM')
      return site.process.exitCode
    }
    expect(await until(again)).toBe(75)
    open.socket.destroy()
  })
})

describe('a process that cannot start', () => {
  it('reports an unusable data folder in one line', async () => {
    const { code, stderr } = await runSite({ DATA_DIR: '/dev/null/data' })
    expect(code).toBe(1)
    expect(stderr).toMatch(oneLine)
    expect(stderr).toContain('DATA_DIR')
  })
})
