/** The tests that are affected by a part of the code, in addition to the tests that import it. */
interface Area {
  /** Matches the paths of its files. */
  files: RegExp
  /** System tests, which start the built site, by the start of their path in tests/. */
  system?: readonly string[]
  /** Journeys by the name of their file. */
  journeys?: readonly string[]
  /** Browser tests of the Studio by the start of their file's name. */
  studio?: readonly string[]
}

/**
 * The areas of the code. A changed file affects the tests of every area that matches it, and the tests that import it
 * directly or indirectly. A file without an area affects all tests.
 */
export const areas: readonly Area[] = [
  { files: /\.md$/, system: ['documents'] },
  { files: /^(docs|bench)\/|^LICENSE|^biome\.json$|^knip\.jsonc$/ },
  { files: /^docs\/how-to\//, system: ['how-to/'] },
  // These affect only the tests that import them. The excluded files of tests/ prepare the site for all tests.
  { files: /\.(test|spec)\.tsx?$|\/testing\/|^tests\/(?!build|prepare|wait-for)/ },

  { files: /^app\/components\//, system: ['pages', 'styles'] },
  { files: /^app\/(?!components\/)/, system: ['pages', 'json-ld', 'budgets', 'list-of-pages'] },
  { files: /^app\/content\//, system: ['missing-content', 'hosted', 'generated-types'] },
  { files: /^app\/document\//, journeys: ['navigation', 'scripts', 'pages'] },
  { files: /^app\/metrics\//, system: ['live-metrics'], journeys: ['live-metrics'] },
  {
    files: /^app\/(pages|addresses)\.ts$/,
    system: ['page-cache'],
    studio: ['presentation', 'redirects'],
  },
  { files: /^app\/preview\//, system: ['preview'], studio: ['presentation'] },

  { files: /^leads\/forms\//, system: ['forms', 'form-pages'] },
  { files: /^leads\/submit\//, system: ['forms', 'rate-limit', 'privacy', 'http'] },
  {
    files: /^leads\/(?!(forms|submit|contract|staff|operations)\/)/,
    system: ['forms', 'leads-command', 'privacy'],
    journeys: ['waitlist'],
  },
  {
    files: /^leads\/(contract|staff|operations)\//,
    system: ['leads-command', 'privacy'],
    studio: ['leads-'],
  },

  {
    files: /^server\//,
    system: ['http', 'process', 'privacy', 'redirects'],
    journeys: ['waitlist', 'landing'],
  },
  { files: /^server\/page-cache\//, system: ['page-cache', 'hosted'], studio: ['commission'] },
  { files: /^server\/staff\//, studio: ['leads-', 'people'] },
  { files: /^server\/(backup|data-folder)\//, system: ['backup'] },
  {
    files: /^(lake|runtime)\//,
    system: ['hosted', 'preview', 'process'],
    studio: ['publishing', 'connection', 'pictures'],
  },

  { files: /^cli\//, system: ['process'] },
  { files: /^cli\/(backup|restore)\./, system: ['backup'] },
  { files: /^cli\/doctor\//, system: ['doctor'] },
  { files: /^cli\/leads\//, system: ['leads-command'] },

  { files: /^scripts\//, system: ['budgets', 'process', 'styles'], journeys: ['scripts'] },
  { files: /^scripts\/boundaries\//, system: ['boundaries'] },
  { files: /^(scripts\/release|deploy)\//, system: ['release/', 'monitoring'] },

  {
    files: /^schemas\//,
    system: ['generated-types', 'redirects'],
    studio: ['structure', 'creating'],
  },
  {
    files: /^(schemas|seed|public)\//,
    system: ['pages', 'json-ld'],
    journeys: ['pages', 'landing', 'gallery', 'support', 'affiliates', 'confirmation'],
  },
  { files: /^studio\//, studio: [''] },
]

/** The journeys that visit the pages of each route. */
const journeysOfRoutes: readonly [route: RegExp, journeys: readonly string[]][] = [
  [/^(_index|\[index\]|business\._index)\./, ['landing']],
  [/^_index/, ['gallery', 'live-metrics']],
  [/^waitlist\./, ['waitlist']],
  [/^onboarding\./, ['onboarding']],
  [/^support\.contact/, ['contact']],
  [/^support\.(\$slug|faq|help)/, ['support', 'navigation']],
  [/^affiliate\.apply/, ['affiliate-apply']],
  [/^affiliates\./, ['affiliates']],
  [/^business\.commission/, ['calculator']],
  [/^confirmation\./, ['confirmation']],
  [/^(confirm|me|r|unsubscribe)\./, ['applicants']],
]

/**
 * The maximum number of affected routes for which their journeys run. With more, only tests that open all pages run.
 */
const maxRoutes = 8

/** Returns the journeys that are affected by a change of these routes or their imports. */
export function journeysOf(routes: readonly string[]): readonly string[] {
  const all = ['pages', 'keyboard']
  if (routes.length > maxRoutes) return all
  const found = routes.map((route) =>
    journeysOfRoutes.flatMap(([of, journeys]) => (of.test(route) ? journeys : [])),
  )
  return found.some((journeys) => journeys.length === 0) ? [...found.flat(), 'pages'] : found.flat()
}
