import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { leadQuery } from '../../contract/contract.ts'
import { CursorError, IndexUnavailableError } from '../../errors.ts'
import { bundlePrograms } from '../testing/bundle-programs.ts'
import { randomFrom, randomLead } from '../testing/random-leads.ts'
import { kinds, setUpIndex, type TestIndex } from '../testing/test-index.ts'
import { IndexProcess } from './index-process.ts'

let removePrograms = () => {}
beforeAll(async () => {
  removePrograms = await bundlePrograms()
})
afterAll(() => removePrograms())

const random = randomFrom(7)
const rows = Array.from({ length: 60 }, () => ({ ...randomLead(random), spam: 0 }))

describe.each(kinds)('the process that indexes leads in %s', (kind) => {
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

  it('finds what is stored while it runs, and starts anew when it is killed', async () => {
    expect(await list()).toMatchObject({ leads: [], total: 0, unindexed: 0 })
    const before = await process.version()
    await test.add(rows)
    await expect.poll(() => list().then(({ total }) => total)).toBe(rows.length)
    expect((await process.version()).version).toBeGreaterThan(before.version)
    await expect(list({ after: 'x' })).rejects.toThrow(CursorError)

    const first = process.pid as number
    const asked = [list(), list({ sort: 'name' }), process.figures({})]
    const settled = Promise.allSettled(asked)
    kill(first)
    for (const result of await settled) {
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(IndexUnavailableError)
    }
    expect((await list()).total).toBe(rows.length)
    expect(process.pid).not.toBe(first)
  })

  it('indexes what another process has stored once the version is read', async () => {
    const before = await process.version()
    await test.add(rows)
    const version = async () => (await process.version()).version
    await expect.poll(version).toBeGreaterThan(before.version)
    expect(await list()).toMatchObject({ total: rows.length, unindexed: 0 })
  })

  it('exports with what owners are called, which it asks for', async () => {
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

  // The same on either database.
  it.runIf(kind === 'SQLite')(
    'ends when there is nothing to do, and is started anew by whoever asks or has something to index',
    async () => {
      const log = pino({ level: 'silent' })
      const resting = new IndexProcess(sourceOf(test), log, {
        idleMs: 200,
        startDelayMs: 0,
      })
      try {
        await resting.version()
        const first = resting.pid as number
        await expect.poll(() => isAlive(first)).toBe(false)
        expect(resting.pid).toBeUndefined()

        await test.add(rows)
        resting.indexSoon()
        await expect.poll(() => resting.pid).toBeDefined()
        await expect.poll(() => resting.pid).toBeUndefined()
        // Asked of the other process: what waited was indexed by that one.
        expect(await list()).toMatchObject({ total: rows.length, unindexed: 0 })
      } finally {
        await resting.close()
      }
    },
  )

  it('ends when it is closed, and whoever waits is told', async () => {
    const waiting = list()
    const pid = process.pid as number
    const refused = expect(waiting).rejects.toThrow(IndexUnavailableError)
    await process.close()
    await refused
    await expect(list()).rejects.toThrow(IndexUnavailableError)
    await expect.poll(() => isAlive(pid)).toBe(false)
  })
})

/** What can be sent to another process. */
const sourceOf = ({ dataDir, databaseUrl, forms }: TestIndex) => ({ dataDir, databaseUrl, forms })

const kill = (pid: number) => globalThis.process.kill(pid, 'SIGKILL')

function isAlive(pid: number): boolean {
  try {
    return globalThis.process.kill(pid, 0)
  } catch {
    return false
  }
}
