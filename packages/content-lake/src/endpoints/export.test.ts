import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type LakeFixture, startLake, TOKEN } from '../testing/lake-fixture.ts'
import { until } from '../testing/until.ts'

const SIZE = 100_000
const COUNT = 60

let fixture: LakeFixture
const errors: unknown[] = []
beforeAll(async () => {
  const error = ({ err }: { err?: unknown }) => errors.push(err)
  fixture = await startLake({ log: { info() {}, warn() {}, error } })
  const text = 'x'.repeat(SIZE)
  for (let n = 0; n < COUNT; n++) {
    const create = { _id: `drafts.${n}`, _type: n % 2 ? 'odd' : 'even', text }
    fixture.lake.dataset.transact([{ create }], { author: 'test' })
  }
})
afterAll(() => fixture.close())

const ask = (query = '', signal: AbortSignal | null = null) =>
  fixture.request(`/v1/data/export/production${query}`, {
    headers: { authorization: `Bearer ${TOKEN}` },
    signal,
  })
const ids = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line)._id)

it('is complete, without what is written meanwhile, and waits for its client', async () => {
  const unsent: number[] = []
  const answered = once(fixture.server, 'request')
  const asked = ask()
  const [, response] = (await answered) as [unknown, ServerResponse]
  const { write } = response
  response.write = ((...args: Parameters<typeof write>) => {
    const accepts = Reflect.apply(write, response, args)
    unsent.push(response.writableLength)
    return accepts
  }) as typeof write
  const exported = await asked
  fixture.lake.dataset.transact([{ delete: { id: 'drafts.59' } }], { author: 'test' })
  fixture.lake.dataset.transact([{ create: { _id: 'new', _type: 'odd' } }], { author: 'test' })
  expect(ids(await exported.text()).sort()).toEqual(
    Array.from({ length: COUNT }, (_, n) => `drafts.${n}`).sort(),
  )
  expect(unsent.length).toBeGreaterThan(10)
  expect(Math.max(...unsent)).toBeLessThan(2 * SIZE)
  expect(ids(await (await ask('?types=odd,none')).text())).toHaveLength(COUNT / 2)
})

it('that fails ends with a closed connection and an error in the log', async () => {
  const { dataset } = fixture.lake
  const [first, ...rest] = dataset.snapshot()
  const broken = { _id: 'broken', size: 1n } as never
  const snapshot = vi.spyOn(dataset, 'snapshot').mockReturnValue([first as never, broken, ...rest])
  const exported = await ask()
  expect(exported.status).toBe(200)
  await expect(exported.text()).rejects.toThrow()
  snapshot.mockRestore()
  await until(() => errors.length > 0)
  expect(errors).toEqual([expect.any(TypeError)])
})

it('is limited in number for each person, until its client has read it or left', async () => {
  const left = new AbortController()
  const open = [await ask('', left.signal), await ask('', left.signal), await ask('', left.signal)]
  expect(open.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await ask()).status).toBe(429)
  left.abort()
  await until(async () => (await ask('?types=none')).status === 200)
})
