import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { leadQuery } from '../../contract/contract.ts'
import { CursorError, IndexUnavailableError } from '../../errors.ts'
import { bundlePrograms } from '../testing/bundle-programs.ts'
import { randomFrom, randomLead } from '../testing/random-leads.ts'
import { databaseKinds, setUpIndex, type TestIndex } from '../testing/test-index.ts'
import { IndexProcess } from './index-process.ts'

let removePrograms = () => {}
beforeAll(async () => {
  removePrograms = await bundlePrograms()
})
afterAll(() => removePrograms())

const random = randomFrom(7)
const rows = Array.from({ length: 60 }, () => ({ ...randomLead(random), spam: 0 }))

describe.each(databaseKinds)('the index process for leads in %s', (kind) => {
  let test: TestIndex
  let process: IndexProcess
  beforeEach(async () => {
    test = await setUpIndex(kind)
    process = new IndexProcess(sourceOf(test), pino({ level: 'silent' }))
  })
  afterEach(async () => {
    await process.close()
    await test.close()
  })

  const list = (query = {}) => process.list(leadQuery.parse(query))

  it('finds leads that are stored while it runs, and restarts after it was killed', async () => {
    expect(await list()).toMatchObject({ leads: [], total: 0, unindexed: 0 })
    const before = await process.version()
    await test.add(rows)
    await expect.poll(() => list().then(({ total }) => total)).toBe(rows.length)
    expect((await process.version()).version).toBeGreaterThan(before.version)
    await expect(list({ after: 'x' })).rejects.toThrow(CursorError)

    const first = process.pid as number
    const queries = [list(), list({ sort: 'name' }), process.metrics({})]
    const settled = Promise.allSettled(queries)
    kill(first)
    for (const result of await settled) {
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(IndexUnavailableError)
    }
    expect((await list()).total).toBe(rows.length)
    expect(process.pid).not.toBe(first)
  })

  it('indexes leads that another process has stored when the version is read', async () => {
    const before = await process.version()
    await test.add(rows)
    const version = async () => (await process.version()).version
    await expect.poll(version).toBeGreaterThan(before.version)
    expect(await list()).toMatchObject({ total: rows.length, unindexed: 0 })
  })

  it("exports owners' names, which it requests from the site", async () => {
    await test.add(rows)
    await expect.poll(() => list().then(({ total }) => total)).toBe(rows.length)
    const names: Record<string, string> = { p1: 'Ada' }
    const { stream } = await process.export('ndjson', {}, (id) => names[id])
    const leads = (await text(stream))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { owner: string | null; owner_name: string })
    expect(leads).toHaveLength(rows.length)
    for (const lead of leads) expect(lead.owner_name).toBe(names[lead.owner ?? ''] ?? '')
    expect(leads.map(({ owner_name }) => owner_name)).toContain('Ada')
  })

  // Runs on SQLite only, because it does not depend on the database.
  it.runIf(kind === 'SQLite')(
    'exits when it is idle, and restarts for a query or new leads',
    async () => {
      const log = pino({ level: 'silent' })
      const idle = new IndexProcess(sourceOf(test), log, {
        idleMs: 200,
        startDelayMs: 0,
      })
      try {
        await idle.version()
        const first = idle.pid as number
        await expect.poll(() => isAlive(first)).toBe(false)
        expect(idle.pid).toBeUndefined()

        await test.add(rows)
        idle.scheduleIndexing()
        await expect.poll(() => idle.pid).toBeDefined()
        await expect.poll(() => idle.pid).toBeUndefined()
        // Checked with the other process: the idle one has indexed the leads.
        expect(await list()).toMatchObject({ total: rows.length, unindexed: 0 })
      } finally {
        await idle.close()
      }
    },
  )

  it('exits when it is closed, and rejects waiting queries', async () => {
    const waiting = list()
    const pid = process.pid as number
    const rejected = expect(waiting).rejects.toThrow(IndexUnavailableError)
    await process.close()
    await rejected
    await expect(list()).rejects.toThrow(IndexUnavailableError)
    await expect.poll(() => isAlive(pid)).toBe(false)
  })
})

/** Returns the part of a test index that can be sent to another process. */
const sourceOf = ({ dataDir, databaseUrl, forms }: TestIndex) => ({ dataDir, databaseUrl, forms })

const kill = (pid: number) => globalThis.process.kill(pid, 'SIGKILL')

function isAlive(pid: number): boolean {
  try {
    return globalThis.process.kill(pid, 0)
  } catch {
    return false
  }
}
