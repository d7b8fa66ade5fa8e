import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildIfStale } from '../scripts/build.js'
import { root } from '../server/root.ts'
import { benchAgainst, comparable } from './against.ts'
import { benchFirstVisit } from './browser/first-visit.ts'
import { benchLighthouse } from './browser/lighthouse.ts'
import { benchStudio } from './browser/studio.ts'
import { benchForms } from './forms.ts'
import { benchImages } from './images.ts'
import { benchIdleLake } from './lake/idle-lake.ts'
import { benchLake } from './lake/lake.ts'
import { machine } from './measuring/machine.ts'
import { tableOf } from './measuring/measure.ts'
import { benchPages } from './pages.ts'
import { comparePages } from './peers/compare.ts'
import { benchStaff } from './staff/staff.ts'
import { benchStart } from './start.ts'

/** The benchmarks by name: a title, and a function that resolves to the table. */
const sections: Record<string, { title: string; run: () => Promise<string> }> = {
  pages: { title: 'Cached pages', run: async () => tableOf(await benchPages()) },
  peers: { title: 'The same page in other frameworks', run: comparePages },
  visit: { title: 'First visit', run: benchFirstVisit },
  lighthouse: { title: 'Lighthouse, mobile', run: () => benchLighthouse() },
  forms: { title: 'Leads', run: async () => tableOf(await benchForms()) },
  staff: { title: 'Lists and exports for staff', run: benchStaff },
  start: { title: 'Start', run: async () => tableOf([await benchStart()]) },
  images: { title: 'Images', run: async () => tableOf(await benchImages()) },
  lake: {
    title: 'The content lake',
    run: async () => tableOf([...(await benchLake()), ...(await benchIdleLake())]),
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
  console.error(`Unknown benchmark: ${unknown.join(', ')}. Use: ${known.join(', ')}`)
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
// Only a run of all benchmarks is recorded: a partial run would remove the other results.
if (named.length === 0) {
  const file = join(root, 'docs/benchmarks.md')
  // Keeps the part that is written by hand, with measurements before and after changes.
  const [, history = ''] = readFileSync(file, 'utf8').split(/^(?=## Before)/m)
  writeFileSync(file, `${parts.join('\n\n')}\n\n${history}`)
}
