import { Agent } from 'node:http'
import { application, formHeaders } from './application.ts'
import { type Outcome, runLoad, runLoadOf } from './measuring/load.ts'
import { visit } from './visits.ts'

/** Sends `amount` waitlist applications at full speed. @throws Error if one is not accepted */
export function submit(url: string, amount: number): Promise<Outcome> {
  return runLoadOf(303, { url, amount, connections: 32, forms: true })
}

/**
 * Returns a function for `arrive` that sends an application. With `manyAddresses`, each has another client address.
 */
export function applicants(url: string, { manyAddresses = false } = {}): () => Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 })
  return () => {
    const { body, address } = application()
    const headers = { ...formHeaders, ...(manyAddresses && { 'x-forwarded-for': address }) }
    return visit({ url: `${url}/waitlist`, method: 'POST', agent, headers, body, status: 303 })
  }
}

/** Sends submissions from one address at full speed for `duration` seconds. Resolves to the responses per second. */
export async function flood(url: string, duration: number): Promise<number> {
  const headers = { 'x-forwarded-for': '192.0.2.1' }
  return (await runLoad({ url, connections: 16, duration, forms: true, headers })).rate
}
