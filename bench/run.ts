import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildIfStale } from '../scripts/build.js'
import { root } from '../server/root.ts'
import { benchAgainst, comparable } from './against.ts'
import { benchBackup } from './backup.ts'
import { benchFirstVisit } from './browser/first-visit.ts'
import { benchInteractions } from './browser/interactions.ts'
import { benchLighthouse } from './browser/lighthouse.ts'
import { benchStudio } from './browser/studio.ts'
import { benchForms } from './forms.ts'
import { benchImages } from './images.ts'
import { benchLake } from './lake/lake.ts'
import { benchLakeAtRest } from './lake/lake-at-rest.ts'
import { machine } from './measuring/machine.ts'
import { tableOf } from './measuring/measure.ts'
import { benchPages } from './pages.ts'
import { comparePages } from './peers/compare.ts'
import { compareLanding } from './peers/landing/compare.ts'
import { benchStaff } from './staff/staff.ts'
import { benchStart } from './start.ts'

/** All that is measured: a title and what makes its table. */
const sections: Record<string, { title: string; run: () => Promise<string> }> = {
  pages: { title: 'Pages out of the cache', run: async () => tableOf(await benchPages()) },
  peers: { title: 'The same page elsewhere', run: comparePages },
  landing: { title: 'The landing page elsewhere', run: compareLanding },
  visit: { title: 'A first visit', run: benchFirstVisit },
  lighthouse: { title: 'Lighthouse, mobile', run: () => benchLighthouse() },
  interactions: { title: 'From a press to the next paint', run: benchInteractions },
  forms: { title: 'Leads', run: async () => tableOf(await benchForms()) },
  staff: { title: 'Leads, for staff', run: benchStaff },
  backup: { title: 'Backup and restore', run: benchBackup },
  start: { title: 'Start', run: async () => tableOf([await benchStart()]) },
  images: { title: 'Pictures', run: async () => tableOf(await benchImages()) },
  lake: {
    title: 'The content lake',
    run: async () => tableOf([...(await benchLake()), ...(await benchLakeAtRest())]),
  },
  studio: { title: 'The Studio', run: async () => tableOf(await benchStudio()) },
}

const { values, positionals } = parseArgs({
  options: { against: { type: 'string' } },
  allowPositionals: true,
})
const named = positionals.flatMap((names) => names.split(','))
const known = values.against ? comparable : Object.keys(sections)
const unknown = named.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`Not measured: ${unknown.join(', ')}. There are: ${known.join(', ')}`)
  process.exit(1)
}

if (values.against) {
  console.log(machine())
  console.log(await benchAgainst(values.against, named.length > 0 ? named : comparable))
  process.exit(0)
}

await buildIfStale()
const parts = [`# Benchmarks\n\n${machine()}`]
console.log(machine())
for (const [name, { title, run }] of Object.entries(sections)) {
  if (named.length > 0 && !named.includes(name)) continue
  const part = `## ${title}\n\n\`npm run bench -- ${name}\`\n\n${await run()}`
  console.log(`\n${part}`)
  parts.push(part)
}
// The whole is the record; a part of it would hide the rest.
if (named.length === 0) {
  const file = join(root, 'docs/benchmarks.md')
  // Written by hand: what was measured before something was changed.
  const [, history = ''] = readFileSync(file, 'utf8').split(/^(?=## Before)/m)
  writeFileSync(file, `${parts.join('\n\n')}\n\n${history}`)
}
