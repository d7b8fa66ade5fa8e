import { StartError } from 'halvi-kit/processes/start-error'
import type { FromOffice, OfficeEvents, ToOffice } from 'halvi-site/office-protocol'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { officeLimits } from '../limits.ts'
import { Office } from './office.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Opens an office whose processes are in the hands of the test. */
function open() {
  const log: string[] = []
  const started: { events: OfficeEvents; sent: ToOffice[]; isKilled: boolean }[] = []
  const config = { port: 1, secret: 'secret', readerToken: 'reader', siteUrl: 'http://localhost' }
  const office = new Office({
    config,
    onLeaderboard: () => log.push('leaderboard'),
    log: pino({ level: 'info' }, { write: (line: string) => log.push(JSON.parse(line).msg) }),
    start(events) {
      const one = { events, sent: [] as ToOffice[], isKilled: false }
      started.push(one)
      return {
        send: (message) => one.sent.push(message),
        stop: async () => {},
        kill: () => {
          one.isKilled = true
        },
      }
    },
  })
  const last = () => started.at(-1) as (typeof started)[number]
  const say = (message: FromOffice) => last().events.message(message)
  return { office, log, started, last, say, config }
}

it('starts the office with its configuration, and passes messages both ways', async () => {
  const { office, log, last, say, config } = open()
  const starting = office.start()
  expect(last().sent).toEqual([{ type: 'start', config }])
  office.tell({ type: 'wake' })
  expect(office.isUp).toBe(false)
  say({ type: 'ready' })
  await starting
  expect(office.isUp).toBe(true)
  office.tell({ type: 'wake' })
  expect(last().sent.slice(1)).toEqual([{ type: 'wake' }])
  say({ type: 'leaderboard' })
  expect(log).toEqual(['leaderboard'])
  await office.close()
})

it.each([true, false])('does not start without an office (fixable: %s)', async (isFixable) => {
  const { office, say, last, started } = open()
  const starting = office.start()
  say({ type: 'failed', message: 'DATA_DIR is in use', isFixable })
  last().events.ended('exit code 1')
  const error = await starting.catch((reason: unknown) => reason)
  expect(error instanceof StartError).toBe(isFixable)
  expect((error as Error).message).toBe('DATA_DIR is in use')
  await office.close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(started).toHaveLength(1)
})

it('is started again with growing delays, and logs one line at both ends of an outage', async () => {
  const { office, say, last, started, log } = open()
  const starting = office.start()
  say({ type: 'ready' })
  await starting
  const delays: number[] = []
  for (let times = 0; times < 7; times++) {
    last().events.ended('SIGKILL')
    expect(office.isUp).toBe(false)
    const before = started.length
    let waited = 0
    for (; started.length === before; waited += 100) await vi.advanceTimersByTimeAsync(100)
    delays.push(waited)
  }
  expect(delays).toEqual([100, 500, 1_000, 2_000, 5_000, 10_000, 10_000])
  expect(log).toEqual(['office ended and is started again'])
  say({ type: 'ready' })
  expect(log).toEqual(['office ended and is started again', 'office runs again'])
  for (let seconds = 0; seconds < 61; seconds++) {
    await vi.advanceTimersByTimeAsync(1_000)
    say({ type: 'pong' })
  }
  const before = started.length
  last().events.ended('SIGKILL')
  await vi.advanceTimersByTimeAsync(100)
  expect(started).toHaveLength(before + 1)
  await office.close()
})

it('counts an office that does not respond as away until it does, and kills it in the end', async () => {
  const { office, say, last, log } = open()
  const starting = office.start()
  say({ type: 'ready' })
  await starting
  await vi.advanceTimersByTimeAsync(officeLimits.quietMs)
  say({ type: 'pong' })
  await vi.advanceTimersByTimeAsync(officeLimits.quietMs)
  expect(office.isUp).toBe(true)
  await vi.advanceTimersByTimeAsync(2 * officeLimits.askMs)
  expect(office.isUp).toBe(false)
  say({ type: 'pong' })
  expect(office.isUp).toBe(true)
  expect(log).toEqual(['office does not respond', 'office runs again'])
  await vi.advanceTimersByTimeAsync(officeLimits.silentMs)
  expect(last().isKilled).toBe(false)
  await vi.advanceTimersByTimeAsync(2 * officeLimits.askMs)
  expect(last().isKilled).toBe(true)
  expect(log.slice(2)).toEqual(['office does not respond'])
  await office.close()
})

it('is not started again after the end', async () => {
  const { office, say, last, started } = open()
  const starting = office.start()
  say({ type: 'ready' })
  await starting
  await office.close()
  last().events.ended('exit code 0')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(started).toHaveLength(1)
})
