// Rejects tests that wait on their own. Polls and pauses belong in helpers, which wait for what is asserted next.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const waits =
  /expect\s*\.poll|\bvi\.waitFor|waitForTimeout|\.toPass\(|\{ setTimeout[^\n]+timers\/promises|(?<!test\.)\bsetTimeout\(/
/** Tests at night whose subject is real time. */
const exempt = /^tests\/(?:attacks|development|faults|release)\/|faulty-endpoint|screenshots/

const files = execFileSync('git', ['ls-files', '*.test.ts', '*.test.tsx', '*.spec.ts'], {
  encoding: 'utf8',
})
let found = 0
for (const file of files.split('\n')) {
  if (!file || exempt.test(file)) continue
  const match = waits.exec(readFileSync(file, 'utf8'))
  if (!match) continue
  found++
  console.error(`${file}: ${match[0]}. Wait in a helper, such as tests/until.ts.`)
}
if (found > 0) process.exitCode = 1
