import { execFile } from 'node:child_process'
import { Agent } from 'node:http'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import autocannon from 'autocannon'
import { application, formHeaders } from './application.ts'
import { visit } from './visits.ts'

/** How a load has fared: times in milliseconds, and how many were taken in a second. */
interface Fared {
  latency: { p50: number; p99: number }
  rate: number
}

/** Sends so many waitlist applications as fast as they are taken. @throws when one was not */
export async function submit(url: string, amount: number, connections = 32): Promise<Fared> {
  const result = await autocannon({
    url,
    amount,
    connections,
    requests: [
      {
        method: 'POST',
        path: '/waitlist',
        headers: formHeaders,
        setupRequest: (request) => ({ ...request, body: application().body }),
      },
    ],
  })
  const taken = result.statusCodeStats?.['303']?.count ?? 0
  if (taken < result.requests.total || result.errors > 0) {
    const failed = { ...result.statusCodeStats, errors: result.errors }
    throw new Error(`Not all were taken: ${JSON.stringify(failed)}`)
  }
  return { latency: result.latency, rate: Math.round(taken / result.duration) }
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

/** Floods from one address, in a process of its own. Resolves to the answers a second. */
export async function flood(url: string, seconds: number): Promise<number> {
  const program = createRequire(import.meta.url).resolve('autocannon')
  const sender = ['-H', `content-type=${formHeaders['content-type']}`]
  const address = ['-H', 'x-forwarded-for=192.0.2.1']
  const { stdout } = await promisify(execFile)(process.execPath, [
    program,
    ...['--json', '-c', '16', '-d', String(seconds), '-m', 'POST'],
    ...sender,
    ...address,
    ...['-b', application().body, `${url}/waitlist`],
  ])
  return Math.round(JSON.parse(stdout).requests.average)
}
