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
  const spent = processorTimeOfAll(pid) - before
  // A child that ended meanwhile took its time with it.
  return spent < 0 ? pageCost(server, url, amount) : (spent / amount) * 1_000_000
}

/** A server whose page is asked for, and its name in the result. */
export interface Contender {
  title: string
  url: string
  process: ChildProcess
}

/** Returns the costs of each contender's page, measured in turns. A round before the others warms up. */
export async function pageCosts(
  contenders: readonly Contender[],
  rounds: number,
  amount: number,
): Promise<Map<string, number[]>> {
  const costs = new Map(contenders.map(({ title }) => [title, [] as number[]]))
  for (let round = 0; round <= rounds; round++) {
    for (const { title, url, process } of contenders) {
      const cost = await pageCost(process, url, amount)
      if (round > 0) costs.get(title)?.push(cost)
    }
  }
  return costs
}
