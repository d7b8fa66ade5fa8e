// Runs the tests that concern what has changed since a commit: npm run test:changed [-- COMMIT]
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../server/root.ts'

interface Area {
  /** The files, by their path. */
  of: RegExp
  /** Tests of the whole system that concern them, by name: vitest can't see that they use the build. */
  system?: string[]
  /** The same in the browser. */
  specs?: string[]
}

const journeys = ['landing', 'gallery', 'support', 'affiliates', 'confirmation', 'hostile-content']
const forms = ['waitlist', 'onboarding', 'contact', 'affiliate-apply']

/** A file concerns every area that matches it; one that none matches concerns all tests. */
const areas: readonly Area[] = [
  { of: /\.md$|^(docs|bench)\/|^LICENSE/ },
  // Those that vitest finds by itself.
  { of: /\.test\.tsx?$/ },
  {
    of: /^app\/leads\//,
    system: ['forms', 'leads-command', 'rate-limit', 'privacy'],
    specs: forms,
  },
  {
    of: /^app\/metrics\//,
    system: ['live-metrics'],
    specs: ['live-metrics', 'landing', 'confirmation'],
  },
  { of: /^app\/preview\//, system: ['preview'], specs: ['presentation'] },
  { of: /^app\/document\/scripts\//, specs: ['navigation', 'scripts'] },
  { of: /^app\/content\//, system: ['missing-content', 'hosted', 'generated-types'] },
  {
    of: /^app\//,
    system: ['pages', 'json-ld', 'budgets', 'list-of-pages'],
    specs: ['pages', 'keyboard', ...journeys, ...forms],
  },
  { of: /^server\/page-cache\//, system: ['page-cache', 'hosted'], specs: ['commission'] },
  {
    of: /^server\//,
    system: ['http', 'process', 'privacy', 'redirects'],
    specs: ['pages', ...forms],
  },
  { of: /^lake\//, system: ['hosted', 'preview'], specs: ['publishing', 'connection', 'pictures'] },
  { of: /^schemas\//, system: ['generated-types', 'redirects'], specs: ['structure', 'creating'] },
  { of: /^(schemas|seed|public)\//, system: ['pages', 'json-ld'], specs: ['pages', ...journeys] },
  { of: /^studio\//, specs: ['tests/studio/'] },
  {
    of: /^app\/(pages|addresses)\.ts$/,
    system: ['page-cache'],
    specs: ['presentation', 'redirects'],
  },
]

const [base = 'HEAD'] = process.argv.slice(2)
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
const changed = [
  ...git('diff', '--name-only', base),
  ...git('ls-files', '--others', '--exclude-standard'),
]

const system = new Set<string>()
const specs = new Set<string>()
let all = false
for (const file of changed) {
  const spec = /^tests\/(?:journeys|studio)\/[\w-]+\.spec\.ts$/.test(file)
  const concerned = areas.filter(({ of }) => of.test(file))
  if (spec && existsSync(join(root, file))) specs.add(file)
  else if (!spec && concerned.length === 0) all = true
  for (const area of concerned) {
    for (const name of area.system ?? []) system.add(`tests/${name}`)
    for (const name of area.specs ?? []) specs.add(name.includes('/') ? name : `/${name}.spec`)
  }
}

function run(...command: string[]): void {
  console.error(`> ${command.join(' ')}`)
  const { status } = spawnSync('npx', command, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

if (all) {
  run('vitest', 'run')
  run('playwright', 'test')
} else {
  if (changed.length) run('vitest', 'run', '--changed', base, '--passWithNoTests')
  if (system.size) run('vitest', 'run', '--project', 'system', ...system)
  if (specs.size) run('playwright', 'test', ...specs)
}
