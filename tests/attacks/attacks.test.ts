import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SiteKind } from './attack.ts'
import { type Attacker, startAttacker } from './attacker-process.ts'
import { attacks } from './attacks.ts'
import { circumstances } from './circumstances.ts'
import { runAttacks } from './run-attacks.ts'
import { type SiteUnderAttack, startSiteUnderAttack } from './site-under-attack.ts'
import { stopWithOpenConnections } from './stopping.ts'

/** In MB. `npm run test:attacks` allows 400. Here many attacks share one site on a busy machine. */
const maxMemory = 800

let attacker: Attacker
beforeAll(async () => {
  attacker = await startAttacker()
}, 60_000)
afterAll(() => attacker.close())

const kinds: SiteKind[] = ['as shipped', 'public content', 'few descriptors']

describe.each(kinds)('a site, %s,', (kind) => {
  let site: SiteUnderAttack | undefined
  afterAll(() => site?.remove())

  /** Runs `work` with a site. The site is reused if `work` passes, and removed if it fails. */
  async function withSite(work: (site: SiteUnderAttack) => Promise<void>): Promise<void> {
    const healthy = site ?? (await startSiteUnderAttack(kind))
    site = undefined
    try {
      await work(healthy)
      site = healthy
    } finally {
      if (!site) await healthy.remove()
    }
  }

  for (const attack of attacks.filter(({ site = 'as shipped' }) => site === kind)) {
    it(`withstands this attack: ${attack.name}`, async () => {
      await withSite(async (site) => {
        const { harm, memory } = await runAttacks(site, attacker, [attack], circumstances)
        expect(harm).toEqual([])
        expect(memory).toBeLessThan(maxMemory)
      })
    }, 60_000)
  }

  // This kind also serves event streams to strangers. The long form of the test does this for each kind.
  if (kind !== 'public content') return
  it('exits with 0 on SIGTERM while connections of all kinds are open', async () => {
    await withSite(async (site) => {
      const { code } = await stopWithOpenConnections(site, attacker)
      // A site that does not stop within nine seconds exits with another code.
      expect(code).toBe(0)
    })
  }, 60_000)
})
