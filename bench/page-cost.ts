import type { ChildProcess } from 'node:child_process'
import { cpuTimeOfAll } from './measuring/cpu.ts'
import { runLoadOf } from './measuring/load.ts'

/**
 * Resolves to the CPU time per page in microseconds, including child processes of the server. Sends `amount` requests
 * over 32 connections.
 *
 * @throws Error if a response does not have the status 200
 */
export async function pageCost(server: ChildProcess, url: string, amount: number): Promise<number> {
  const pid = server.pid as number
  const before = cpuTimeOfAll(pid)
  const headers = { 'accept-encoding': 'gzip, deflate, br', 'sec-fetch-site': 'none' }
  await runLoadOf(200, { url, connections: 32, amount, headers })
  const spent = cpuTimeOfAll(pid) - before
  // Negative if a child process has exited, because its CPU time is then missing in the sum. Measures again.
  return spent < 0 ? pageCost(server, url, amount) : (spent / amount) * 1_000_000
}
