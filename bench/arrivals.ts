import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { application, formHeaders } from './application.ts'
import { summary } from './measure.ts'

/** How fast visitors come, and for how long. */
interface Arrivals {
  /** A second. */
  rate: number
  seconds: number
  /** Each seems to come from an address of its own. */
  manyAddresses?: boolean
}

/**
 * Sends waitlist applications as visitors come: at random moments (a Poisson process) and without
 * waiting for one another. Each time runs from the moment at which the visitor came, so that what
 * keeps us from sending counts too. autocannon's rates are no such thing: it sends what is due in a
 * second in one burst at its beginning.
 *
 * @throws when one of them was not taken
 */
export async function arrive(url: string, { rate, seconds, manyAddresses }: Arrivals) {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 })
  const answers: Promise<number>[] = []
  const started = performance.now()
  let due = started
  while (due < started + seconds * 1000) {
    await sleep(due - performance.now())
    for (; due <= performance.now(); due += (-Math.log(1 - Math.random()) / rate) * 1000) {
      const answer = submitOne(url, agent, due, manyAddresses)
      // Told below, with the others.
      answer.catch(() => {})
      answers.push(answer)
    }
  }
  const times = await Promise.all(answers)
  agent.destroy()
  return { ...summary(times), rate: Math.round(times.length / seconds) }
}

/** Resolves to the milliseconds from `due` to the end of the answer. */
function submitOne(url: string, agent: Agent, due: number, ownAddress = false): Promise<number> {
  const { body, address } = application()
  const headers = { ...formHeaders, ...(ownAddress && { 'x-forwarded-for': address }) }
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/waitlist`, { method: 'POST', agent, headers }, (response) => {
      if (response.statusCode !== 303) {
        reject(new Error(`Not taken: answered ${response.statusCode}`))
      }
      response.resume().once('end', () => resolve(performance.now() - due))
    })
    sent.once('error', reject).end(body)
  })
}
