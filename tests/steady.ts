// Runs a part of the tests several times in random order on a busy machine, and lists the tests that failed:
// npm run test:steady -- lake 3
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { resultsIn } from './test-report.js'

const vitest = (options = '') =>
  `vitest run ${options} --sequence.shuffle --reporter=json --outputFile=$REPORT`
/** The commands of the parts. Each writes a report to `REPORT`. */
const parts: Record<string, string> = {
  units: vitest(),
  site: vitest('--project site'),
  lake: vitest('--project lake'),
  system: vitest('--project system'),
  nightly: `NIGHTLY=1 ${vitest()}`,
  browser: 'PLAYWRIGHT_JSON_OUTPUT_FILE=$REPORT playwright test --reporter=json > /dev/null',
}

const [name = '', times = '1', ...files] = process.argv.slice(2)
const command = parts[name]
if (!command) throw new Error(`Name one of: ${Object.keys(parts).join(', ')}`)

const folder = mkdtempSync(join(tmpdir(), 'steady-'))
const loops = Array.from({ length: availableParallelism() }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
)
/** The rounds in which each test failed, and an error. */
const failures = new Map<string, { rounds: number[]; error: string }>()
for (let round = 1; round <= Number(times); round++) {
  const report = join(folder, `${round}.json`)
  const started = performance.now()
  const env = { ...process.env, REPORT: report }
  spawnSync('sh', ['-c', `${command} ${files.join(' ')}`], { env, stdio: ['ignore', 2, 2] })
  const results = resultsIn(report)
  const failed = results.filter(({ ok }) => !ok)
  for (const { name, error } of failed) {
    const { rounds } = failures.get(name) ?? { rounds: [] }
    failures.set(name, { error, rounds: [...rounds, round] })
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  console.info(`Round ${round}: ${results.length} tests, ${failed.length} failed, ${seconds} s`)
}
for (const loop of loops) loop.kill()
rmSync(folder, { recursive: true })
for (const [test, { rounds, error }] of failures) {
  console.info(`${test}\n  in rounds ${rounds.join(', ')}: ${error}`)
}
if (failures.size > 0) process.exitCode = 1
