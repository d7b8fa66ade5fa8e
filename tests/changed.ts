// Runs the tests that are affected by the changes since a commit: npm run test:changed [-- COMMIT]
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { root } from '../server/root.ts'
import { planFor } from './changed/plan.ts'

const [base = 'HEAD'] = process.argv.slice(2)
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
const plan = planFor([
  ...git('diff', '--name-only', base),
  ...git('ls-files', '--others', '--exclude-standard'),
])

type Stage = readonly [
  name: string,
  command: readonly string[],
  files?: ReadonlySet<string>,
  options?: readonly string[],
]

const chosen: readonly Stage[] = [
  ['direct dependents', ['vitest', 'run'], plan.direct],
  // Unit tests run while the site is built for the other tests.
  ['further dependents', ['vitest', 'run'], plan.further],
  [
    'journeys',
    ['playwright', 'test'],
    plan.journeys,
    ['--grep-invert=@further', '--project=with JavaScript', '--project=without JavaScript'],
  ],
  ['Studio', ['playwright', 'test'], plan.studio, ['--project=studio']],
]
const stages: readonly Stage[] = plan.isAll
  ? [
      ['units and system', ['vitest', 'run']],
      ['browser', ['playwright', 'test']],
    ]
  : chosen.filter(([, , files]) => files?.size)

// Only the Studio's tests need the built Studio.
if (!plan.isAll && plan.studio.size === 0) process.env.STUDIO_BUILD = 'never'
const lines: string[] = []
for (const [name, command, files = [], options = []] of stages) {
  const args = [...command, ...files, ...options]
  console.error(`> ${args.join(' ')}`)
  const started = performance.now()
  const [code] = await once(spawn('npx', args, { cwd: root, stdio: 'inherit' }), 'exit')
  if (code !== 0) process.exitCode = 1
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  lines.push(`${name.padEnd(20)} ${code === 0 ? 'passed' : 'failed'} ${seconds.padStart(5)} s`)
}
console.error(lines.length > 0 ? `\n${lines.join('\n')}` : 'No tests are affected by the changes')
