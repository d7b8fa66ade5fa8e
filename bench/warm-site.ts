import { setTimeout as sleep } from 'node:timers/promises'
import { asShipped, type RunningSite, startSite } from '../tests/running-site.ts'
import { cpuTimeOfAll } from './measuring/cpu.ts'

/**
 * Starts a site with new data, and waits until it is idle. After a start, the site renders pages and encodes images
 * for one or two minutes, which would distort measurements.
 *
 * @param folder the folder of another version of the repository
 */
export async function startWarmSite(
  settings: Record<string, string> = {},
  folder?: string,
): Promise<RunningSite> {
  const site = await startSite({ ...settings, ...asShipped }, { data: 'new', folder })
  const pid = site.process.pid as number
  let before = Number.NEGATIVE_INFINITY
  // The site starts this work only five seconds after its start, so it must be idle for longer.
  for (let idle = 0; idle < 4; ) {
    const now = cpuTimeOfAll(pid)
    // The sum decreases when a child process exits, because its CPU time is then missing.
    idle = now >= before && now - before < 0.2 ? idle + 1 : 0
    before = now
    await sleep(2_000)
  }
  return site
}
