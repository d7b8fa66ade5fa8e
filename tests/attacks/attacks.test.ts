import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SiteKind } from './attack.ts'
import { type Attacker, startAttacker } from './attacker-process.ts'
import { attacks } from './attacks.ts'
import { circumstances } from './circumstances.ts'
import { type SiteUnderAttack, startSiteUnderAttack } from './site-under-attack.ts'
import { stopWhileHeld } from './stopping.ts'
import { withstand } from './withstand.ts'

/** In MB. `npm run test:attacks` asks for 400; here a busy machine and many attacks on one site. */
const mostMemory = 800

let attacker: Attacker
beforeAll(async () => {
  attacker = await startAttacker()
}, 60_000)
afterAll(() => attacker.close())

const kinds: SiteKind[] = ['as shipped', 'public content', 'few descriptors']

describe.each(kinds)('a site, %s,', (kind) => {
  let site: SiteUnderAttack | undefined
  afterAll(() => site?.remove())

  /** One that no attack has harmed; `work` is the next that may. */
  async function withSite(work: (site: SiteUnderAttack) => Promise<void>): Promise<void> {
    const sound = site ?? (await startSiteUnderAttack(kind))
    site = undefined
    try {
      await work(sound)
      site = sound
    } finally {
      if (!site) await sound.remove()
    }
  }

  for (const attack of attacks.filter(({ site = 'as shipped' }) => site === kind)) {
    it(`withstands who ${attack.name}`, async () => {
      await withSite(async (site) => {
        const { harm, memory } = await withstand(site, attacker, [attack], circumstances)
        expect(harm).toEqual([])
        expect(memory).toBeLessThan(mostMemory)
      })
    }, 60_000)
  }

  // Where event streams are open to strangers, too; the long form does it to each.
  if (kind !== 'public content') return
  it('ends when it is told to, whatever is held open', async () => {
    await withSite(async (site) => {
      const { code } = await stopWhileHeld(site, attacker)
      // Whoever has not stopped in nine seconds is cut off, and ends with another code.
      expect(code).toBe(0)
    })
  }, 60_000)
})
