import type { ChildProcess } from 'node:child_process'
import autocannon from 'autocannon'
import { processorTimeOfAll } from './measuring/processor.ts'

/**
 * Microseconds of processor time that a server, with all its processes, takes for each of so many
 * requests for a page. @throws when one of them is not answered by the page
 */
export async function pageCost(server: ChildProcess, url: string, requests: number) {
  const pid = server.pid as number
  const before = processorTimeOfAll(pid)
  const headers = { 'accept-encoding': 'gzip, deflate, br', 'sec-fetch-site': 'none' }
  const result = await autocannon({ url, connections: 10, amount: requests, headers })
  if (result['2xx'] !== requests) throw new Error(`Only ${result['2xx']} of ${requests} answered`)
  return ((processorTimeOfAll(pid) - before) / requests) * 1_000_000
}
