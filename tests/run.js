// Runs all parts of the tests, even if one fails, and lists the results and failed tests at the end: npm test,
// npm run test:nightly
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { resultsIn } from './test-report.js'

const reports = mkdtempSync(join(tmpdir(), 'halvi-reports-'))
const vitest = `vitest run --reporter=default --reporter=json --outputFile=${join(reports, 'units')}`
const playwright = 'playwright test --reporter=list,json'
process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = join(reports, 'browser')

/** Parts that run one after the other, and parts that run beside them and print their output at the end. */
const plans = {
  test: {
    main: { units: vitest, browser: playwright },
    beside: { check: 'npm run check' },
  },
  nightly: {
    main: {
      units: vitest,
      browser: playwright,
      release: 'npm run test:release',
    },
    beside: {},
  },
}
const isNightly = process.argv[2] === 'nightly'
if (isNightly) process.env.NIGHTLY = '1'
const { main, beside } = plans[isNightly ? 'nightly' : 'test']

/** @type {string[]} */
const results = []

/**
 * Runs one part, and notes its result.
 *
 * @param {[name: string, command: string]} part
 * @param {boolean} isBeside whether its output is printed when it has finished
 */
async function run([name, command], isBeside = false) {
  const [program = '', ...args] = command.split(' ')
  const started = performance.now()
  const child = spawn(program, args, { stdio: isBeside ? ['ignore', 'pipe', 'pipe'] : 'inherit' })
  /** @type {Buffer[]} */
  const output = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => output.push(data))
  const [code] = await once(child, 'close')
  process.stdout.write(Buffer.concat(output))
  if (code !== 0) process.exitCode = 1
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  results.push(`${name.padEnd(10)} ${code === 0 ? 'passed' : 'FAILED'} ${seconds.padStart(5)} s`)
  const report = join(reports, name)
  if (!existsSync(report)) return
  for (const { name, ok, error } of resultsIn(report)) if (!ok) results.push(`  ${name}: ${error}`)
}

const running = Object.entries(beside).map((part) => run(part, true))
for (const part of Object.entries(main)) await run(part)
await Promise.all(running)
rmSync(reports, { recursive: true })
console.info(`\n${results.join('\n')}`)
