// npm run test:attacks: runs every attack in its long form during visits, writes the table in docs/operate/security.md,
// then runs the fuzzing tests. With arguments, runs only the attacks whose names contain one of them, and only prints.
import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { root } from '../../server/root.ts'
import type { Attack, SiteKind } from './attack.ts'
import { type Attacker, startAttacker } from './attacker-process.ts'
import { attacks } from './attacks.ts'
import { missedBounds } from './bounds.ts'
import { circumstances } from './circumstances.ts'
import { runAttacks } from './run-attacks.ts'
import { type SiteUnderAttack, startSiteUnderAttack } from './site-under-attack.ts'
import { stopWithOpenConnections } from './stopping.ts'
import { type Row, tableOf, writeBetweenMarkers } from './table.ts'

const nameParts = process.argv.slice(2)
const kinds: SiteKind[] = ['as shipped', 'public content', 'few descriptors']
const kindOf = ({ site = 'as shipped' }: Attack) => site

/** Attacks that run at the same time: one, all of the worst, or none for comparison. */
interface Plan {
  name: string
  rate: string
  attacks: Attack[]
  /** Whether it needs a newly started site. */
  isFresh?: boolean
}

function plansFor(kind: SiteKind): Plan[] {
  const matching = attacks.filter((attack) => kindOf(attack) === kind)
  const worst = attacks.filter(
    (attack) =>
      attack.isAmongWorst &&
      (kindOf(attack) === kind || (kind === 'public content' && !attack.wrong)),
  )
  const where = kind === 'as shipped' ? '' : `, ${kind}`
  return [
    { name: `no attack, for comparison${where}`, rate: '', attacks: [] },
    ...matching.map((attack) => ({ name: attack.name, rate: attack.rate, attacks: [attack] })),
    ...(worst.length > 0
      ? [
          {
            name: `the worst ${worst.length} together, from 60 addresses${where}`,
            rate: 'sum of their rates',
            attacks: worst,
            isFresh: true,
          },
        ]
      : []),
  ].filter(({ name }) => nameParts.length === 0 || nameParts.some((text) => name.includes(text)))
}

async function attackAll(kind: SiteKind, attacker: Attacker): Promise<boolean> {
  let site: SiteUnderAttack | undefined
  let isGood = true
  for (const plan of plansFor(kind)) {
    if (plan.isFresh) {
      await site?.remove()
      site = undefined
    }
    site ??= await startSiteUnderAttack(kind)
    const outcome = await runAttacks(site, attacker, plan.attacks, circumstances)
    rows.push({ attack: plan.name, rate: plan.rate, outcome })
    const misses = missedBounds(outcome)
    console.error(`${misses.length === 0 ? 'held  ' : 'missed'} ${plan.name} ${misses.join('; ')}`)
    if (misses.length === 0) continue
    isGood = false
    // The next attack gets a new site.
    await site.remove()
    site = undefined
  }
  if (nameParts.length > 0) {
    await site?.remove()
    return isGood
  }
  site ??= await startSiteUnderAttack(kind)
  const { code, milliseconds } = await stopWithOpenConnections(site, attacker)
  await site.remove()
  const how = code === null ? 'did not exit' : `exited with ${code}`
  ends.push(
    `SIGTERM while all connections are held open (${kind}): ${how} after ${milliseconds} ms.`,
  )
  return isGood && code === 0 && milliseconds < 10_000
}

const rows: Row[] = []
const ends: string[] = []
const attacker = await startAttacker()
let isGood = true
for (const kind of kinds) isGood = (await attackAll(kind, attacker)) && isGood
attacker.close()

const table = tableOf(rows)
console.log([table, ...ends].join('\n\n'))
if (nameParts.length === 0) {
  const day = new Date().toISOString().slice(0, 10)
  const { pages, forms, images } = circumstances.visitors
  const measured = `Measured on ${day} by \`npm run test:attacks\`: Node ${process.versions.node}, ${cpus().length} cores, with attackers, visitors, and the site on one machine. Each attack lasts ${circumstances.seconds} s. Meanwhile visitors request ${pages} pages, ${forms} forms, and ${images} images a second.`
  writeBetweenMarkers(
    join(root, 'docs/operate/security.md'),
    [measured, table, ...ends].join('\n\n'),
  )
  const fuzzing = spawnSync('npx', ['vitest', 'run', '--project', 'system', 'tests/attacks/fuzz'], {
    cwd: root,
    stdio: 'inherit',
  })
  isGood &&= fuzzing.status === 0
}
process.exit(isGood ? 0 : 1)
