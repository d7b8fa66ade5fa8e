import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createLeads } from 'halvi-leads'
import Database from 'libsql'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningSite, runSite, spawnSite, startSite } from './running-site.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'halvi-leads-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

describe('exporting 10,000 leads', () => {
  const leads = 10_000
  // The leads take 50 MB in the store. Loaded together they would not fit into the memory limit.
  const settings = () => ({ DATA_DIR: dataDir, NODE_OPTIONS: '--max-old-space-size=48' })

  beforeAll(async () => {
    const log = pino({ level: 'silent' })
    await (await createLeads({ dataDir, rateLimit: 'off', log })).close()
    const database = new Database(join(dataDir, 'leads.db'))
    const insert = database.prepare(
      `insert into lead (id, form, payload, fingerprint, spam, state, attempts, created_at)
       values (?, 'contact', ?, ?, 0, 'stored', 0, '2025-04-12T00:00:00.000Z')`,
    )
    const message = 'x'.repeat(5_000)
    database.exec('begin')
    for (let index = 0; index < leads; index++) {
      const id = String(index).padStart(8, '0')
      insert.run([id, JSON.stringify({ email: `${id}@example.com`, message }), id])
    }
    database.exec('commit')
    database.close()
  })

  it.each(['csv', 'ndjson'])('as %s streams the leads within 48 MB of memory', async (format) => {
    const child = spawnSite(settings(), 'leads', 'export', '--format', format)
    const ended = once(child, 'close')
    let lines = 0
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.includes('@example.com')) lines++
    }
    expect(await ended).toEqual([0, null])
    expect(lines).toBe(leads)
  })

  it('exits with 0 and without an error when the reader closes the pipe', async () => {
    const child = spawnSite(settings(), 'leads', 'export')
    const ended = once(child, 'close')
    let errors = ''
    child.stderr.on('data', (chunk) => {
      errors += chunk
    })
    await once(child.stdout, 'data')
    child.stdout.destroy()
    expect(await ended).toEqual([0, null])
    expect(errors).toBe('')
  })
})

describe('a backup during submissions', () => {
  const sites: RunningSite[] = []
  afterAll(async () => {
    for (const site of sites) await site.remove()
  })

  const start = async (settings?: Record<string, string>) => {
    const site = await startSite(settings)
    sites.push(site)
    return site
  }

  async function send(site: RunningSite, email: string): Promise<number> {
    const body = new URLSearchParams({ name: 'Amina', email, interests: 'openStore' })
    const response = await fetch(`${site.url}/waitlist`, {
      method: 'POST',
      body,
      redirect: 'manual',
    })
    return response.status
  }

  async function leadsOf(site: RunningSite): Promise<string[]> {
    const { code, stdout } = await runSite(
      { DATA_DIR: site.dataDir },
      'leads',
      ...['export', '--format', 'ndjson'],
    )
    expect(code).toBe(0)
    return stdout.split('\n').filter(Boolean)
  }

  it('starts a site with the same leads', { timeout: 60_000 }, async () => {
    const site = await start()
    const acknowledged: string[] = []
    let loaded = true
    const visitors = [1, 2, 3].map(async (visitor) => {
      for (let turn = 0; loaded; turn++) {
        const email = `visitor-${visitor}-${turn}@example.com`
        expect(await send(site, email)).toBe(303)
        acknowledged.push(email)
      }
    })
    await expect.poll(() => acknowledged.length, { timeout: 10_000 }).toBeGreaterThan(20)

    const before = [...acknowledged]
    const folder = join(dataDir, 'backup')
    const backup = await runSite({ DATA_DIR: site.dataDir }, 'halvi', 'backup', folder)
    expect(backup).toMatchObject({ code: 0, stderr: '' })
    loaded = false
    await Promise.all(visitors)
    const kept = await leadsOf(site)
    await site.stop()

    const restored = join(dataDir, 'restored')
    const restore = await runSite({ DATA_DIR: restored }, 'halvi', 'restore', folder)
    expect(restore).toMatchObject({ code: 0, stderr: '' })
    const again = await start({ DATA_DIR: restored })
    const leads = await leadsOf(again)
    const idsOf = (lines: string[]) => lines.map((line) => JSON.parse(line).id as string)
    expect(idsOf(kept)).toEqual(expect.arrayContaining(idsOf(leads)))
    const emails = leads.map((line) => JSON.parse(line).payload.email as string)
    expect(emails).toEqual(expect.arrayContaining(before))

    expect(await send(again, before[0] ?? '')).toBe(303)
    expect(idsOf(await leadsOf(again))).toEqual(idsOf(leads))
    expect(await send(again, 'new@example.com')).toBe(303)
    expect(await leadsOf(again)).toHaveLength(leads.length + 1)
  })
})
