import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '../../server/root.ts'
import { areas, journeysOf } from './areas.ts'
import { dependentsOf, readImportGraph } from './import-graph.ts'

/** Files that import the whole site or all commands. The areas list the tests that start them. */
const wholePrograms = [
  ...['server/server.ts', 'cli/halvi.ts', 'cli/commands.ts'],
  // Contains paths of files as examples.
  'tests/boundaries.ts',
]

/** The tests that are affected by changed files, as filters for Vitest and Playwright. */
export interface Plan {
  /** Whether a changed file has no area, so that all tests must run. */
  isAll: boolean
  /** Unit tests that changed, or that import a changed file directly. */
  direct: ReadonlySet<string>
  /** Unit tests that import a changed file indirectly, and system tests. */
  further: ReadonlySet<string>
  journeys: ReadonlySet<string>
  studio: ReadonlySet<string>
}

/** Returns the tests that are affected by changed files. Paths are relative to the repository. */
export function planFor(changed: readonly string[]): Plan {
  const [direct, further] = [new Set<string>(), new Set<string>()]
  const [journeys, studio] = [new Set<string>(), new Set<string>()]
  // Changed tests affect only themselves and the files that import them.
  const code = changed.filter((file) => !/\.(test|spec)\.tsx?$/.test(file))
  for (const area of areas.filter(({ files: of }) => code.some((file) => of.test(file)))) {
    for (const name of area.system ?? []) further.add(`tests/${name}`)
    for (const name of area.journeys ?? []) journeys.add(`/${name}.spec`)
    for (const name of area.studio ?? []) studio.add(`tests/studio/${name}`)
  }
  const deleted = changed.filter((file) => !existsSync(join(root, file)))
  const dependents = dependentsOf(changed, readImportGraph(deleted), wholePrograms)
  for (const [file, distance] of dependents) {
    if (deleted.includes(file)) continue
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
  const isAll = changed.some((file) => !areas.some(({ files: of }) => of.test(file)))
  return { isAll, direct, further, journeys, studio }
}
