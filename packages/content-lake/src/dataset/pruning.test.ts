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

/** Returns the day before which history may be pruned, with 90 days of retention. */
const end = (lake: Awaited<ReturnType<typeof localLake>>, clock: number) =>
  Date.parse(pruneBefore(lake.dataset.history, 90, clock * DAY_MS)) / DAY_MS

it('prunes one day of history per day', async () => {
  await using lake = await writtenOn([1000, 1001, 1090])
  expect(end(lake, 1091)).toBe(1000)
  expect(lake.dataset.history.prune(pruneBefore(lake.dataset.history, 90, 1091 * DAY_MS))).toBe(0)
  vi.setSystemTime(1091.5 * DAY_MS)
  lake.dataset.transact([{ delete: { id: 'a' } }], { author: 'me' })
  expect(end(lake, 1091.5)).toBe(1001.5)
})

it('prunes nothing when the clock jumps ahead', async () => {
  await using lake = await writtenOn([1000, 1050])
  expect(end(lake, 9000)).toBe(960)
})

it('prunes at most two days per day after a write with a wrong clock, and none when the clock is right again', async () => {
  await using lake = await writtenOn([1000, 1050, 9000])
  expect(end(lake, 9001)).toBe(1002)
  expect(end(lake, 1051)).toBe(961)
})

it('prunes nothing if nothing was written', async () => {
  await using lake = await localLake(folder.path)
  expect(pruneBefore(lake.dataset.history, 90)).toBe('')
  expect(lake.dataset.history.prune('')).toBe(0)
})
