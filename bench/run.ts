import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from 'halvi-site/root'
import { buildSite } from '../scripts/build.js'
import { benchAgainst, comparable } from './against.ts'
import { benchForms } from './forms.ts'
import { benchLake } from './lake.ts'
import { machine } from './measuring/machine.ts'
import { tableOf } from './measuring/measure.ts'
import { benchPages } from './pages.ts'
import { benchBesideVisitors } from './staff/beside-visitors.ts'
import { benchStaff } from './staff/staff.ts'
import { benchSubmissions } from './submissions.ts'

/** The benchmarks by name: a title, and a function that resolves to the table. */
const sections: Record<string, { title: string; run: () => Promise<string> }> = {
  pages: { title: 'Cached pages', run: async () => tableOf(await benchPages()) },
  forms: { title: 'Leads', run: async () => tableOf(await benchForms()) },
  submissions: {
    title: 'Submissions and the backlog of answers',
    run: async () => tableOf(await benchSubmissions()),
  },
  staff: { title: 'Lists and exports for staff', run: benchStaff },
  visitors: { title: 'Visitors beside staff and applicants', run: benchBesideVisitors },
  lake: { title: 'The content lake', run: async () => tableOf(await benchLake()) },
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

await buildSite()
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
  // Keeps the part that is written by hand.
  const [, byHand = ''] = readFileSync(file, 'utf8').split(/^(?=## The release)/m)
  writeFileSync(file, `${parts.join('\n\n')}\n\n${byHand}`)
}
