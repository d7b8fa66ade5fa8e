import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { emptyFolder, localLake } from '../testing/local-lake.ts'
import { pruneBefore } from './pruning.ts'

const DAY_MS = 86_400_000
let folder: Awaited<ReturnType<typeof emptyFolder>>
beforeEach(async () => {
  folder = await emptyFolder()
})
afterEach(async () => {
  vi.useRealTimers()
  await folder[Symbol.asyncDispose]()
})

/** Opens a lake and writes to it once on each of these days. */
async function writtenOn(days: number[]) {
  const lake = await localLake(folder.path)
  vi.useFakeTimers({ toFake: ['Date'] })
  for (const day of days) {
    vi.setSystemTime(day * DAY_MS)
    lake.dataset.transact([{ createOrReplace: { _id: 'a', _type: 't', day } }], { author: 'me' })
  }
  return lake
}

it('prunes what is older than the retention, by the clock or the newest transaction', async () => {
  await using lake = await writtenOn([1000, 1001, 1090])
  const { history } = lake.dataset
  expect(history.prune(pruneBefore(history, 90))).toBe(0)
  vi.setSystemTime(9000 * DAY_MS)
  expect(history.prune(pruneBefore(history, 90))).toBe(0)
  vi.setSystemTime(1091.5 * DAY_MS)
  lake.dataset.transact([{ delete: { id: 'a' } }], { author: 'me' })
  expect(history.prune(pruneBefore(history, 90))).toBe(2)
})

it('prunes nothing if nothing was written', async () => {
  await using lake = await localLake(folder.path)
  expect(lake.dataset.history.prune(pruneBefore(lake.dataset.history, 90))).toBe(0)
})
