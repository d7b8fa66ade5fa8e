import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fingerprint } from './fingerprint.js'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Where the built Studio lies. */
export const studioFolder = join(root, 'studio/dist')

/** What the Studio in a folder was built from. Files with a dot are not served. */
export const fingerprintName = '.fingerprint'

/**
 * What the Studio imports of the site: its pages and their queries, placeholders, facts and dates, and the contract of the API for
 * leads; and its build.
 */
export const sharedSources = [
  ...['app/addresses.ts', 'app/aliases.js', 'app/pages.ts', 'runtime/percent-encoding.ts'],
  ...['placeholders', 'sanity.types', 'shapes'].map((name) => `app/content/${name}.ts`),
  ...[
    'affiliates',
    'applications',
    'calculator',
    'fragments',
    'home',
    'of-pages',
    'services',
    'support',
  ].map((name) => `app/content/queries/${name}.ts`),
  'app/components/text/facts.ts',
  ...['contract', 'permissions'].map((name) => `leads/contract/${name}.ts`),
  'scripts/bundled-packages.js',
  ...['day', 'format', 'month', 'sentence', 'state'].map((name) => `app/dates/${name}.ts`),
]

/** A hash over everything that the Studio is made of. */
export function studioFingerprint() {
  return fingerprint(root, [
    'package-lock.json',
    ...sharedSources,
    ...sourcesIn('schemas'),
    ...sourcesIn('studio'),
  ])
}

/**
 * What lies in a workspace, without what is installed, built or only tested there.
 *
 * @param {string} workspace
 */
function sourcesIn(workspace) {
  if (!existsSync(join(root, workspace))) return []
  return readdirSync(join(root, workspace))
    .filter((name) => !/^(node_modules|dist|\.)|\.test\.ts$/.test(name))
    .map((name) => `${workspace}/${name}`)
}

/** Whether the built Studio is missing, or made from other sources than these. */
export function studioIsStale() {
  const file = join(studioFolder, fingerprintName)
  return !existsSync(file) || readFileSync(file, 'utf8') !== studioFingerprint()
}
