import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '../../server/root.ts'
import { areas, journeysOf } from './areas.ts'
import { dependentsOf, readImportGraph } from './import-graph.ts'

/** Files that need all of the site, or of the commands: the areas say which tests start them. */
const wholes = [
  ...['server/server.ts', 'cli/halvi.ts', 'cli/commands.ts'],
  // It names files for its examples.
  'tests/boundaries.ts',
]

/** The tests that changed files concern, as their runners' filters. */
export interface Plan {
  /** Whether a file is of no area: everything is to be run. */
  isAll: boolean
  /** Unit tests that changed, or that import a changed file directly. */
  direct: ReadonlySet<string>
  /** Other unit tests that need a changed file, and tests of the whole system. */
  further: ReadonlySet<string>
  journeys: ReadonlySet<string>
  studio: ReadonlySet<string>
}

/** Returns the tests that changed files concern. Paths are relative to the repository. */
export function planFor(changed: readonly string[]): Plan {
  const [direct, further] = [new Set<string>(), new Set<string>()]
  const [journeys, studio] = [new Set<string>(), new Set<string>()]
  // Tests concern nothing but what imports them.
  const code = changed.filter((file) => !/\.(test|spec)\.tsx?$/.test(file))
  for (const area of areas.filter(({ of }) => code.some((file) => of.test(file)))) {
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
  for (const name of journeysOf(routes.map((file) => basename(file)))) {
    journeys.add(`/${name}.spec`)
  }
  const isAll = changed.some((file) => !areas.some(({ of }) => of.test(file)))
  return { isAll, direct, further, journeys, studio }
}
