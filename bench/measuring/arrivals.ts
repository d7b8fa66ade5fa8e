import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { summary } from './measure.ts'

/** The rate and the duration of a load. */
interface ArrivalRate {
  /** Visitors per second. */
  rate: number
  seconds: number
}

/**
 * Simulates independent visitors: they arrive at random times (a Poisson process) and do not wait for each other.
 * Each measured time starts at the planned arrival, so a delay in sending counts as well. autocannon's rates do not
 * work like this: it sends all requests of a second in one burst.
 *
 * @param visit resolves when the visitor has the whole response
 * @throws the error of a failed visit
 */
export async function arrive({ rate, seconds }: ArrivalRate, visit: () => Promise<void>) {
  const times: Promise<number>[] = []
  const started = performance.now()
  let due = started
  while (due < started + seconds * 1000) {
    await until(due)
    for (; due <= performance.now(); due += (-Math.log(1 - Math.random()) / rate) * 1000) {
      const arrivedAt = due
      const time = visit().then(() => performance.now() - arrivedAt)
      // `Promise.all` below reports the error. This only prevents an unhandled rejection.
      time.catch(() => {})
      times.push(time)
    }
  }
  const all = await Promise.all(times)
  return { ...summary(all), rate: Math.round(all.length / seconds) }
}

/**
 * Waits until a time. Timers are late by up to two milliseconds, which is too imprecise for high rates. So it polls
 * during the last two milliseconds.
 */
async function until(time: number): Promise<void> {
  if (time - performance.now() > 3) await sleep(time - performance.now() - 2)
  while (performance.now() < time) await nextTurn()
}
