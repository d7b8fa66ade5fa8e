import { Agent } from 'node:http'
import { application, formHeaders } from './application.ts'
import { type Outcome, runLoad, runLoadOf } from './measuring/load.ts'
import { visit } from './visits.ts'

/** Sends so many waitlist applications as fast as they are taken. @throws when one was not */
export function submit(url: string, amount: number): Promise<Outcome> {
  return runLoadOf(303, { url, amount, connections: 32, forms: true })
}

/** One application after another for `arrive`, each from an address of its own if wanted. */
export function applicants(url: string, { manyAddresses = false } = {}): () => Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 })
  return () => {
    const { body, address } = application()
    const headers = { ...formHeaders, ...(manyAddresses && { 'x-forwarded-for': address }) }
    return visit({ url: `${url}/waitlist`, method: 'POST', agent, headers, body, status: 303 })
  }
}

/** Floods from one address. Resolves to the answers a second. */
export async function flood(url: string, duration: number): Promise<number> {
  const headers = { 'x-forwarded-for': '192.0.2.1' }
  return (await runLoad({ url, connections: 16, duration, forms: true, headers })).rate
}
