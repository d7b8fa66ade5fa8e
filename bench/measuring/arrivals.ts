import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { summary } from './measure.ts'

/** How fast visitors come, and for how long. */
interface ArrivalRate {
  /** A second. */
  rate: number
  seconds: number
}

/**
 * Has visitors come as they do: at random moments (a Poisson process) and without waiting for one
 * another. Each time runs from the moment at which the visitor came, so that what keeps us from
 * sending counts too. autocannon's rates are no such thing: it sends what is due in a second in one
 * burst at its beginning.
 *
 * @param visit resolves when the visitor has the whole answer
 * @throws what a visit throws
 */
export async function arrive({ rate, seconds }: ArrivalRate, visit: () => Promise<void>) {
  const times: Promise<number>[] = []
  const started = performance.now()
  let due = started
  while (due < started + seconds * 1000) {
    await until(due)
    for (; due <= performance.now(); due += (-Math.log(1 - Math.random()) / rate) * 1000) {
      const came = due
      const time = visit().then(() => performance.now() - came)
      // Told below, with the others.
      time.catch(() => {})
      times.push(time)
    }
  }
  const all = await Promise.all(times)
  return { ...summary(all), rate: Math.round(all.length / seconds) }
}

/** Timers are late by a millisecond or two, in which ten visitors may come: the rest is watched for. */
async function until(moment: number): Promise<void> {
  if (moment - performance.now() > 3) await sleep(moment - performance.now() - 2)
  while (performance.now() < moment) await nextTurn()
}
