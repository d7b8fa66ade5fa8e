import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createLeads } from 'halvi-leads'
import Database from 'libsql'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { spawnSite } from './running-site.ts'

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

  it('streams the leads within 48 MB of memory', async () => {
    const child = spawnSite(settings(), 'leads', 'export', '--format', 'ndjson')
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
