import { cpus } from 'node:os'
import { benchForms } from './forms.ts'
import { benchLake } from './lake.ts'
import type { Figure } from './measure.ts'
import { benchStart } from './start.ts'

const figures: Figure[] = [...(await benchLake()), await benchStart(), ...(await benchForms())]

console.log(
  `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus()[0]?.model}\n`,
)
console.log('| what | median, ms | p99, ms | target |\n|---|---:|---:|---|')
for (const { name, median, p99, target } of figures) {
  console.log(`| ${name} | ${median.toFixed(1)} | ${p99.toFixed(1)} | ${target} |`)
}
