// Runs the tests that are affected by the changes since a commit: npm run test:changed [-- COMMIT]
import { execFileSync, spawnSync } from 'node:child_process'
import { root } from 'halvi-site/root'
import { planFor } from './changed/plan.ts'

const [base = 'HEAD'] = process.argv.slice(2)
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
const { vitest, journeys, studio, unknown } = planFor([
  ...git('diff', '--name-only', base),
  ...git('ls-files', '--others', '--exclude-standard'),
])

/** Runs a program with the tests, if there are any. */
function run(program: string, args: readonly string[], tests: ReadonlySet<string>): void {
  if (tests.size === 0) return
  const all = [...args, ...tests]
  console.error(`> ${program} ${all.join(' ')}`)
  if (spawnSync('npx', [program, ...all], { cwd: root, stdio: 'inherit' }).status !== 0)
    process.exitCode = 1
}

// Only the Studio's tests need the built Studio.
if (studio.size === 0) process.env.STUDIO_BUILD = 'never'
run('vitest', ['run', '--passWithNoTests'], vitest)
const projects = ['--project=with JavaScript', '--project=without JavaScript']
run('playwright', ['test', '--pass-with-no-tests', ...projects], journeys)
run('playwright', ['test', '--pass-with-no-tests', '--project=studio'], studio)
if (unknown.length > 0) console.error(`These changes can affect any test. Run npm test: ${unknown}`)
