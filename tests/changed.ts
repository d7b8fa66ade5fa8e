// Runs the tests that concern what has changed since a commit: npm run test:changed [-- COMMIT]
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '../server/root.ts'
import { areas, journeysOf } from './changed/areas.ts'
import { dependentsOf, readImportGraph } from './changed/import-graph.ts'

/** They need all of the site, or of the commands: what starts them is found by the areas. */
const wholes = [
  ...['server/server.ts', 'cli/halvi.ts', 'cli/commands.ts'],
  // It names files for its examples.
  'tests/boundaries.ts',
]

const [base = 'HEAD'] = process.argv.slice(2)
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
const changed = [
  ...git('diff', '--name-only', base),
  ...git('ls-files', '--others', '--exclude-standard'),
]

// The tests of each stage.
const direct = new Set<string>()
const further = new Set<string>()
const journeys = new Set<string>()
const studio = new Set<string>()

const matching = changed.flatMap((file) => areas.filter(({ of }) => of.test(file)))
const isAll = changed.some((file) => !areas.some(({ of }) => of.test(file)))
for (const area of matching) {
  for (const name of area.system ?? []) further.add(`tests/${name}`)
  for (const name of area.journeys ?? []) journeys.add(`/${name}.spec`)
  for (const name of area.studio ?? []) studio.add(`tests/studio/${name}`)
}

const gone = changed.filter((file) => !existsSync(join(root, file)))
const dependents = dependentsOf(changed, readImportGraph(gone), wholes)
for (const [file, distance] of dependents) {
  if (gone.includes(file)) continue
  if (/^tests\/studio\/.*\.spec\.ts$/.test(file)) studio.add(file)
  else if (/\.spec\.ts$/.test(file)) journeys.add(file)
  else if (!/\.test\.tsx?$/.test(file)) continue
  else if (distance > 1 || file.startsWith('tests/')) further.add(file)
  else direct.add(file)
}
const routes = [...dependents.keys()].filter((file) => file.startsWith('app/routes/'))
for (const name of journeysOf(routes.map((file) => basename(file)))) journeys.add(`/${name}.spec`)

interface Stage {
  name: string
  command: readonly string[]
}

const browser = [
  'playwright',
  'test',
  '--project',
  'with JavaScript',
  '--project',
  'without JavaScript',
]
const chosen: [name: string, command: readonly string[], files: ReadonlySet<string>][] = [
  ['direct dependents', ['vitest', 'run'], direct],
  // Units run while the site is built for the rest.
  ['further dependents', ['vitest', 'run'], further],
  ['journeys', browser, journeys],
  ['Studio', ['playwright', 'test', '--project', 'studio'], studio],
]
const stages: readonly Stage[] = isAll
  ? [
      { name: 'unit and system', command: ['vitest', 'run'] },
      { name: 'browser', command: ['playwright', 'test'] },
    ]
  : chosen
      .filter(([, , files]) => files.size > 0)
      .map(([name, command, files]) => ({ name, command: [...command, ...files] }))

/** Runs a stage; resolves to its exit code and how many seconds it took. */
async function run({ command }: Stage): Promise<{ code: number; seconds: number }> {
  console.error(`> ${command.join(' ')}`)
  const started = performance.now()
  const child = spawn('npx', command, { cwd: root, stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  return { code: code ?? 1, seconds: (performance.now() - started) / 1000 }
}

const isStudioNeeded = isAll || studio.size > 0
if (!isStudioNeeded) process.env.STUDIO_BUILD = 'never'
const lines: string[] = []
for (const stage of stages) {
  const { code, seconds } = await run(stage)
  if (code !== 0) process.exitCode = 1
  const outcome = code === 0 ? 'passed' : 'failed'
  lines.push(`${stage.name.padEnd(20)} ${outcome} ${seconds.toFixed(0).padStart(6)} s`)
}
console.error(lines.length > 0 ? `\n${lines.join('\n')}` : 'Nothing that tests concern has changed')
