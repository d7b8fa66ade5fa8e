import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LeadQuery, leadQuery } from '../../contract/contract.ts'
import { leadsIndexFile } from '../../store/database/file-names.ts'
import type { NewLeadRow } from '../../store/database/tables.ts'
import { queueForIndex } from '../../store/index-queue.ts'
import { randomFrom, randomLead } from '../testing/random-leads.ts'
import { databaseKinds, setUpIndex, type TestIndex } from '../testing/test-index.ts'
import { readVersion } from './lead-index.ts'
import { listLeads } from './list.ts'
import { readMetrics } from './metrics.ts'
import { openIndex } from './open-index.ts'

const random = randomFrom(16)
const rows = Array.from({ length: 50 }, () => randomLead(random))

describe.each(databaseKinds)('a changed lead in %s', (kind) => {
  let test: TestIndex
  beforeAll(async () => {
    test = await setUpIndex(kind)
    await test.add(rows)
    await test.indexAll()
  })
  afterAll(() => test.close())

  const list = (query: Partial<LeadQuery>) => listLeads(test.index, leadQuery.parse(query))
  const change = async (id: string, values: Partial<NewLeadRow>) => {
    await test.database.transaction().execute(async (within) => {
      await within.updateTable('lead').set(values).where('id', '=', id).execute()
      await queueForIndex(within, [id])
    })
    await test.indexAll()
  }

  it('is found and counted with its current values and notes, until it is erased', async () => {
    const canary = 'zaynabcanary'
    const { id } = randomLead(random)
    const said = { email: `${canary}@example.com`, name: canary, city_state: `${canary} City, MI` }
    const payload = JSON.stringify(said)
    await test.add([{ ...randomLead(random), id, payload, spam: 0, status: 'new', owner: null }])
    await test.indexAll()
    const [{ version }, before] = [await readVersion(test.index), await readMetrics(test.index, {})]
    expect((await list({ q: canary, status: ['new'] })).total).toBe(1)
    await change(id, { status: 'accepted', owner: 'p9' })
    expect((await list({ q: canary, status: ['new'] })).total).toBe(0)
    expect((await list({ status: ['accepted'], owner: ['p9'] })).leads).toMatchObject([{ id }])
    expect((await readVersion(test.index)).version).toBeGreaterThan(version)
    const after = await readMetrics(test.index, {})
    expect(after.total).toBe(before.total)
    expect(after.contacted).toBe(before.contacted + 1)
    expect(after.cities.map(({ value }) => value)).toContain('Zaynabcanary City, MI')

    const note = { author: 'p9', author_name: 'Huda', created_at: '2025-01-01T00:00:00.000Z' }
    await test.database
      .insertInto('lead_note')
      .values({ ...note, id: 'n1', lead_id: id, text: `Ring back: ${canary}note` })
      .execute()
    await change(id, { status: 'accepted' })
    expect((await list({ q: `${canary}note` })).leads).toMatchObject([{ id, notes: 1 }])

    await test.database.deleteFrom('lead_note').where('lead_id', '=', id).execute()
    await change(id, { state: 'erased', payload: '{}' })
    expect((await list({ q: canary })).total).toBe(0)
    expect((await list({ delivery: ['erased'] })).leads).toMatchObject([{ id, name: '' }])
    const erased = await readMetrics(test.index, {})
    expect(erased.total).toBe(after.total)
    expect(erased.contacted).toBe(after.contacted)
    expect(erased.sources.reduce((sum, { leads }) => sum + leads, 0)).toBe(after.total - 1)
    expect(erased.cities.map(({ value }) => value)).not.toContain('Zaynabcanary City, MI')
    if (kind === 'PostgreSQL') return

    expect(await test.index.purge()).toBe('more')
    while ((await test.index.purge()) === 'more');
    expect(await test.index.purge()).toBe('done')
    for (const name of readdirSync(test.dataDir).filter((file) => file.includes('index'))) {
      expect(readFileSync(join(test.dataDir, name), 'latin1'), name).not.toMatch(/zaynabcanary/i)
    }
  })

  it.runIf(kind === 'SQLite')('is indexed again after a restore', async () => {
    await test.indexAll()
    const [{ total }, metrics] = [await list({}), await readMetrics(test.index, {})]
    await test.index.close()
    // The index version in an older backup.
    await test.database.updateTable('lead_index').set({ version: 17 }).execute()
    await test.reopen()
    expect(await list({})).toMatchObject({ total: 0, unindexed: expect.any(Number) })
    await test.indexAll()
    expect((await list({})).total).toBe(total)
    expect(await readMetrics(test.index, {})).toEqual(metrics)
  })

  it('is indexed again if another version of the code has indexed it', async () => {
    const [{ total }, metrics] = [await list({ q: 'halal' }), await readMetrics(test.index, {})]
    expect(total).toBeGreaterThan(0)
    if (test.databaseUrl) {
      const pool = new pg.Pool({ connectionString: test.databaseUrl })
      // Entries as a process of an earlier version writes them.
      await pool.query(`update lead_entry set format = default, terms = ''`)
      await pool.end()
    } else {
      const file = new Database(join(test.dataDir, leadsIndexFile))
      file.exec(`delete from lead_terms; pragma user_version = 3`)
      file.close()
    }
    await test.reopen()
    await test.indexAll()
    expect((await list({ q: 'halal' })).total).toBe(total)
    expect(await readMetrics(test.index, {})).toEqual(metrics)
    expect(await test.index.index(1)).toBe(0)
  })

  it('is indexed by several processes at the same time, while others open the index', async () => {
    const { total } = await list({})
    const others = await Promise.all([1, 2].map(() => openIndex(test)))
    const metrics = await readMetrics(test.index, {})
    const ids = rows.map(({ id }) => id)
    for (let round = 0; round < 10; round++) {
      await test.database.transaction().execute((within) => queueForIndex(within, ids))
      const indexing = [test.index, ...others].map(async (index) => {
        while ((await listLeads(index, leadQuery.parse({}))).unindexed > 0) await index.index(7)
      })
      const opened = await openIndex(test)
      expect((await listLeads(opened, leadQuery.parse({}))).total).toBe(total)
      await opened.close()
      await Promise.all(indexing)
    }
    expect((await list({})).total).toBe(total)
    expect(await readMetrics(test.index, {})).toEqual(metrics)
    await Promise.all(others.map((index) => index.close()))
  })
})
