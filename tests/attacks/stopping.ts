import { setTimeout as sleep } from 'node:timers/promises'
import type { Attacker } from './attacker-process.ts'
import { attacks } from './attacks.ts'
import { heldUpgrades } from './connections/held-upgrades.ts'
import { idleConnections } from './connections/idle.ts'
import { slowReaders } from './connections/slow-readers.ts'
import { slowForms, slowHeaders } from './connections/slow-requests.ts'
import type { SiteUnderAttack } from './site-under-attack.ts'
import { unreadStreams } from './streams/live-events.ts'

const holding = [heldUpgrades, slowReaders, slowForms, slowHeaders, idleConnections, unreadStreams]

/** How a site exited after SIGTERM. */
interface End {
  /** Exit code; null if the site did not exit within the timeout. */
  code: number | null
  milliseconds: number
}

/** Timeout for the exit. */
const timeoutMs = 30_000

/** Sends SIGTERM to a site while an attacker holds connections of all kinds open. */
export async function stopWithOpenConnections(
  site: SiteUnderAttack,
  attacker: Attacker,
): Promise<End> {
  const names = attacks.filter((attack) => holding.includes(attack)).map(({ name }) => name)
  await attacker.begin(names, site.target)
  await sleep(1_000)
  const started = performance.now()
  const gaveUp = new AbortController()
  const code = await Promise.race([
    site.stop(),
    sleep(timeoutMs, null, { signal: gaveUp.signal }).catch(() => null),
  ])
  gaveUp.abort()
  const milliseconds = Math.round(performance.now() - started)
  await attacker.end()
  return { code, milliseconds }
}
