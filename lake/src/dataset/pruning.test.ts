import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { emptyFolder, silentLake } from '../testing/silent-lake.ts'
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

/** A lake that was written to once on each of these days. */
async function writtenOn(days: number[]) {
  const lake = await silentLake(folder.path)
  vi.useFakeTimers({ toFake: ['Date'] })
  for (const day of days) {
    vi.setSystemTime(day * DAY_MS)
    lake.dataset.transact([{ createOrReplace: { _id: 'a', _type: 't', day } }], { author: 'me' })
  }
  return lake
}

/** On which day the history that may be forgotten ends, with 90 days to be kept. */
const end = (lake: Awaited<ReturnType<typeof silentLake>>, clock: number) =>
  Date.parse(pruneBefore(lake.dataset.history, 90, clock * DAY_MS)) / DAY_MS

it('forgets a day of history a day', async () => {
  await using lake = await writtenOn([1000, 1001, 1090])
  expect(end(lake, 1091)).toBe(1000)
  expect(lake.dataset.history.prune(pruneBefore(lake.dataset.history, 90, 1091 * DAY_MS))).toBe(0)
  vi.setSystemTime(1091.5 * DAY_MS)
  lake.dataset.transact([{ delete: { id: 'a' } }], { author: 'me' })
  expect(end(lake, 1091.5)).toBe(1001.5)
})

it('forgets nothing because a clock jumps ahead', async () => {
  await using lake = await writtenOn([1000, 1050])
  expect(end(lake, 9000)).toBe(960)
})

it('loses two days at most when somebody writes meanwhile, and none when the clock is right again', async () => {
  await using lake = await writtenOn([1000, 1050, 9000])
  expect(end(lake, 9001)).toBe(1002)
  expect(end(lake, 1051)).toBe(961)
})

it('has nothing to forget where nothing was written', async () => {
  await using lake = await silentLake(folder.path)
  expect(pruneBefore(lake.dataset.history, 90)).toBe('')
  expect(lake.dataset.history.prune('')).toBe(0)
})
