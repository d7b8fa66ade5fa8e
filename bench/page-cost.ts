import type { ChildProcess } from 'node:child_process'
import { runLoadOf } from './measuring/load.ts'
import { processorTimeOfAll } from './measuring/processor.ts'

/**
 * Returns the microseconds of processor time that a server, with all its processes, takes for each of
 * `amount` requests for a page over 32 connections. @throws Error when one is not answered by the page
 */
export async function pageCost(server: ChildProcess, url: string, amount: number): Promise<number> {
  const pid = server.pid as number
  const before = processorTimeOfAll(pid)
  const headers = { 'accept-encoding': 'gzip, deflate, br', 'sec-fetch-site': 'none' }
  await runLoadOf(200, { url, connections: 32, amount, headers })
  return ((processorTimeOfAll(pid) - before) / amount) * 1_000_000
}
