import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from 'halvi-site/root'
import { dependentsOf, readImportGraph } from './import-graph.ts'

/** Tests of the running site, by the start of their path in tests/, that a change affects without an import. */
const areas: readonly [files: RegExp, tests: readonly string[]][] = [
  [/\.md$/, ['documents']],
  [/^(app|site)\//, ['pages.test', 'list-of-pages']],
  [/^site\/content\//, ['dead-links', 'generated-types']],
  [
    /^(site\/words|packages\/leads\/forms\/words)\b/,
    ['languages/pseudo', 'forms', 'journeys/waitlist'],
  ],
  [/^app\/document\//, ['styles', 'budgets', 'journeys/navigation', 'journeys/scripts']],
  [/^(app|site)\/preview\//, ['preview']],
  [/^packages\/leads\/(forms|submit)\//, ['forms', 'form-pages', 'journeys/waitlist']],
  [/^packages\/leads\/(?!forms\/)/, ['privacy', 'leads-command']],
  [/^server\//, ['http', 'process', 'redirects', 'journeys/waitlist']],
  [/^server\/page-cache\//, ['page-cache']],
  [/^server\/backup\//, ['backup']],
  [/^(office|server\/to-office)\//, ['office', 'preview', 'process', 'studio/leads-list']],
  [/^office\/studio\//, ['studio/session']],
  [/^packages\/(content-lake|kit)\//, ['hosted/hosted', 'preview', 'studio/publishing']],
  [/^cli\//, ['process']],
  [/^cli\/leads\//, ['leads-command']],
  [/^scripts\//, ['budgets', 'process']],
  [
    /^(schemas|seed|public)\//,
    ['pages.test', 'generated-types', 'journeys/pages', 'journeys/landing'],
  ],
  [/^packages\/staff-studio\//, ['studio/leads', 'studio/people']],
  [/^(schemas|studio)\//, ['studio/structure', 'studio/campaign-page', 'studio/publishing']],
  [/^(tests|docs|bench|deploy)\//, []],
]

/** Files that import the whole site or all commands. The areas name the tests that start them. */
const wholePrograms = [
  ...['server/server.ts', 'office/open-office.ts', 'office/routes.ts'],
  ...['cli/halvi.ts', 'cli/commands.ts'],
]

/** Files of texts alone. Nearly all files depend on them, but only their direct importers can notice a change. */
const texts = /^(site\/words\/\w+|packages\/leads\/forms\/words)\.ts$/

/** The maximum number of affected routes for which their own journeys run, instead of one that opens all pages. */
const maxRoutes = 4

/** The tests that changed files affect, as filters for Vitest and Playwright. */
export interface Plan {
  vitest: ReadonlySet<string>
  journeys: ReadonlySet<string>
  studio: ReadonlySet<string>
  /** Changed files that can affect any test, such as package.json. */
  unknown: readonly string[]
}

/** Returns the tests that changed files affect. Paths are relative to the repository. */
export function planFor(changed: readonly string[]): Plan {
  const deleted = changed.filter((file) => !existsSync(join(root, file)))
  const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file)
  const graph = readImportGraph(deleted)
  const code = changed.filter((file) => !texts.test(file))
  const dependents = [...dependentsOf(code, graph, wholePrograms).keys()]
  for (const [file, imports] of graph) {
    if (isTest(file) && imports.some((to) => texts.test(to) && changed.includes(to)))
      dependents.push(file)
  }
  const tests = new Set(dependents.filter((file) => isTest(file) && !deleted.includes(file)))
  for (const [files, names] of areas) {
    if (!changed.some((file) => files.test(file) && !isTest(file))) continue
    for (const name of names) tests.add(`tests/${name}`)
  }
  const routes = dependents.filter((file) => file.startsWith('app/routes/'))
  const words = routes.flatMap((file) => basename(file).split(/\W+/))
  if (routes.length > maxRoutes) tests.add('tests/journeys/pages')
  else {
    for (const word of words) {
      if (existsSync(join(root, `tests/journeys/${word}.spec.ts`)))
        tests.add(`tests/journeys/${word}`)
    }
  }
  const startingWith = (start: string) =>
    new Set([...tests].filter((test) => test.startsWith(start)))
  return {
    vitest: new Set([...tests].filter((test) => !/^tests\/(journeys|studio)\//.test(test))),
    journeys: startingWith('tests/journeys/'),
    studio: startingWith('tests/studio/'),
    unknown: changed.filter((file) => !areas.some(([files]) => files.test(file))),
  }
}
