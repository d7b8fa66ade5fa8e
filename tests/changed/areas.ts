/** What a part of the code concerns besides what imports it. */
interface Area {
  /** The files, by their path. */
  of: RegExp
  /** Tests of the whole system, by the start of their path in tests/: they start the built site. */
  system?: readonly string[]
  /** Journeys by the name of their file, those in the Studio by the start of it. */
  journeys?: readonly string[]
  studio?: readonly string[]
}

/**
 * A file concerns every area that matches it, and the tests that import it, by however many steps. A file that no area
 * matches concerns all tests.
 */
export const areas: readonly Area[] = [
  { of: /\.md$/, system: ['documents'] },
  { of: /^(docs|bench)\/|^LICENSE|^biome\.json$|^knip\.jsonc$/ },
  { of: /^docs\/how-to\//, system: ['how-to/'] },
  // Found by what imports them; the rest of tests/ makes what all of them need.
  { of: /\.(test|spec)\.tsx?$|\/testing\/|^tests\/(?!build|prepare|wait-for)/ },

  { of: /^app\/components\//, system: ['pages', 'styles'] },
  { of: /^app\/(?!components\/)/, system: ['pages', 'json-ld', 'budgets', 'list-of-pages'] },
  { of: /^app\/content\//, system: ['missing-content', 'hosted', 'generated-types'] },
  { of: /^app\/document\//, journeys: ['navigation', 'scripts', 'pages'] },
  { of: /^app\/metrics\//, system: ['live-metrics'], journeys: ['live-metrics'] },
  {
    of: /^app\/(pages|addresses)\.ts$/,
    system: ['page-cache'],
    studio: ['presentation', 'redirects'],
  },
  { of: /^app\/preview\//, system: ['preview'], studio: ['presentation'] },

  { of: /^leads\/forms\//, system: ['forms', 'form-pages'] },
  { of: /^leads\/submit\//, system: ['forms', 'rate-limit', 'privacy', 'http'] },
  {
    of: /^leads\/(?!(forms|submit|contract|staff|operations)\/)/,
    system: ['forms', 'leads-command', 'privacy'],
    journeys: ['waitlist'],
  },
  {
    of: /^leads\/(contract|staff|operations)\//,
    system: ['leads-command', 'privacy'],
    studio: ['leads-'],
  },

  {
    of: /^server\//,
    system: ['http', 'process', 'privacy', 'redirects'],
    journeys: ['waitlist', 'landing'],
  },
  { of: /^server\/page-cache\//, system: ['page-cache', 'hosted'], studio: ['commission'] },
  { of: /^server\/staff\//, studio: ['leads-', 'people'] },
  { of: /^server\/backups\//, system: ['backups'] },
  { of: /^server\/(snapshots|data-folder)\//, system: ['backups', 'upgrade/'] },
  {
    of: /^(lake|runtime)\//,
    system: ['hosted', 'preview', 'process'],
    studio: ['publishing', 'connection', 'pictures'],
  },

  { of: /^cli\//, system: ['process'] },
  { of: /^cli\/backups\//, system: ['backups'] },
  { of: /^cli\/doctor\//, system: ['doctor'] },
  { of: /^cli\/leads\//, system: ['leads-command'] },
  { of: /^cli\/(upgrade\/|upgrade|rollback)/, system: ['upgrade/'] },

  { of: /^scripts\//, system: ['budgets', 'process', 'styles'], journeys: ['scripts'] },
  { of: /^scripts\/boundaries\//, system: ['boundaries'] },
  { of: /^(scripts\/release|deploy)\//, system: ['release/', 'monitoring'] },

  {
    of: /^schemas\//,
    system: ['generated-types', 'redirects'],
    studio: ['structure', 'creating'],
  },
  {
    of: /^(schemas|seed|public)\//,
    system: ['pages', 'json-ld'],
    journeys: ['pages', 'landing', 'gallery', 'support', 'affiliates', 'confirmation'],
  },
  { of: /^studio\//, studio: [''] },
]

/** The journeys on the pages of each route. */
const journeysOfRoutes: readonly [route: RegExp, journeys: readonly string[]][] = [
  [/^(_index|\[index\]|business\._index)\./, ['landing']],
  [/^(_index|gallery)/, ['gallery', 'live-metrics']],
  [/^waitlist\./, ['waitlist']],
  [/^onboarding\./, ['onboarding']],
  [/^support\.contact/, ['contact']],
  [/^support\.(\$slug|faq|help)/, ['support', 'navigation']],
  [/^affiliate\.apply/, ['affiliate-apply']],
  [/^affiliates\./, ['affiliates']],
  [/^business\.commission/, ['calculator']],
  [/^confirmation\./, ['confirmation']],
]

/** Of a change that concerns more routes than this, all pages are opened, but not every journey is made. */
const maxRoutes = 6

/** Returns the journeys that a change of these routes, or of what they import, concerns. */
export function journeysOf(routes: readonly string[]): readonly string[] {
  const all = ['pages', 'keyboard']
  if (routes.length > maxRoutes) return all
  const found = routes.map((route) =>
    journeysOfRoutes.flatMap(([of, journeys]) => (of.test(route) ? journeys : [])),
  )
  return found.some((journeys) => journeys.length === 0) ? [...found.flat(), 'pages'] : found.flat()
}
