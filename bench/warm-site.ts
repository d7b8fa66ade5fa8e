import { setTimeout as sleep } from 'node:timers/promises'
import { asShipped, type RunningSite, startSite } from '../tests/running-site.ts'
import { processorTimeOfAll } from './measuring/processor.ts'

/**
 * A site on new data that has nothing left to do: it has made its pages and pictures, which beside a
 * measurement would go on for a minute or two and count as its own.
 *
 * @param folder where another version of the repository is
 */
export async function startWarmSite(
  settings: Record<string, string> = {},
  folder?: string,
): Promise<RunningSite> {
  const site = await startSite({ ...settings, ...asShipped }, { data: 'new', folder })
  const pid = site.process.pid as number
  let before = Number.NEGATIVE_INFINITY
  // What comes after a start waits for five seconds first.
  for (let idle = 0; idle < 4; ) {
    const now = processorTimeOfAll(pid)
    // A process that ended took its time with it, which makes the sum smaller.
    idle = now >= before && now - before < 0.2 ? idle + 1 : 0
    before = now
    await sleep(2_000)
  }
  return site
}
