import { cpus } from 'node:os'
import { benchForms } from './forms.ts'
import { benchLake } from './lake.ts'
import { benchLakeAtRest } from './lake-at-rest.ts'
import type { Figure } from './measure.ts'
import { benchPages } from './pages.ts'
import { benchStart } from './start.ts'
import { benchStudio } from './studio.ts'

const figures: Figure[] = [
  ...(await benchLake()),
  ...(await benchLakeAtRest()),
  await benchStart(),
  ...(await benchPages()),
  ...(await benchForms()),
  ...(await benchStudio()),
]

console.log(
  `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus()[0]?.model}\n`,
)
console.log('| what | median | p99 | target |\n|---|---:|---:|---|')
for (const { name, median, p99, target, unit = 'ms' } of figures) {
  console.log(`| ${name} | ${median.toFixed(1)} ${unit} | ${p99.toFixed(1)} ${unit} | ${target} |`)
}
