import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../server/root.ts'

interface Boundary {
  /** The rule, as in CONTRIBUTING.md. It is the title of the test. */
  sentence: string
  /** Matches the message of the lint rule. */
  message: RegExp
  /** Files that the rule applies to. They need not exist; a star stands for any name. */
  files: readonly string[]
  /** Imports that the rule must reject: a module to import a value from, or a complete statement. */
  forbidden: readonly string[]
  /** Imports that no rule may reject. */
  allowed: readonly string[]
}

const pages = [
  'app/seo/*.ts',
  'app/routes/*.tsx',
  'app/root.tsx',
  'app/entry.server.tsx',
  'app/entry.client.tsx',
  'app/document/*.tsx',
  'app/document/preview/*.tsx',
  'app/components/sections/*.tsx',
  'app/content/queries/*.ts',
]
const withRemix = [
  'app/routes/*.tsx',
  'app/root.tsx',
  'app/entry.server.tsx',
  'app/entry.client.tsx',
  'app/document/*.ts',
  'app/document/preview/*.tsx',
]
const inBrowsers = [
  'app/components/islands/*.tsx',
  'app/document/preview/*.tsx',
  'app/entry.client.tsx',
  'app/metrics/*.ts',
  'app/dates/*.ts',
  'app/commission/*.ts',
]
const withoutRemix = [
  'app/*.ts',
  'app/components/preview/*.tsx',
  'app/content/*.ts',
  'leads/submit/*.ts',
  'runtime/*.ts',
  'app/preview/*.ts',
  'app/seo/*.ts',
]

const ofSentences: readonly Boundary[] = [
  {
    sentence: 'app/ may not import from server/, lake/, schemas/, or studio/',
    message: /^app\/ may not import from server/,
    files: pages,
    forbidden: [
      '../../server/settings/settings.ts',
      '../../lake/src/lake.ts',
      '../../leads/leads.ts',
      'embedded-content-lake',
      'halvi-schemas',
      'halvi-schemas/addresses.ts',
      '../../schemas/index.ts',
      'halvi-studio',
      '../../studio/sanity.config.ts',
    ],
    allowed: ['../pages.ts', '../../context.ts', 'react'],
  },
  {
    sentence: 'Nothing may import from cli/',
    message: /^Do not import from cli/,
    files: [
      ...pages,
      '*.config.ts',
      'vite.config.ts',
      'server/*.ts',
      'server/remix/remix.ts',
      'scripts/*.js',
      'seed/*.ts',
      'lake/src/*.ts',
      'schemas/*.ts',
      'studio/*.ts',
    ],
    forbidden: ['../cli/halvi.ts'],
    allowed: ['./client.ts'],
  },
  {
    sentence: 'Nothing may import from routes',
    message: /^Do not import from routes/,
    files: [
      ...pages.filter((file) => !file.includes('/routes/')),
      'vite.config.ts',
      'server/*.ts',
      'server/remix/remix.ts',
      'schemas/*.ts',
      'cli/*.ts',
    ],
    forbidden: ['./routes/waitlist.tsx', '../app/routes/waitlist.tsx'],
    allowed: ['./route-handle.ts'],
  },
  {
    sentence:
      'Routes may import everything in app/ except other routes, and only the forms of leads',
    message: /^Routes may import only forms/,
    files: ['app/routes/*.tsx'],
    forbidden: ['halvi-leads', 'halvi-leads/database', 'halvi-leads/operations/read'],
    allowed: [
      '../components/link.tsx',
      '../content/load-page.ts',
      'halvi-leads/forms/waitlist',
      'halvi-leads/submit',
      '../metrics/live-metrics.ts',
    ],
  },
  {
    sentence: 'Components may import only types from content and leads',
    message: /^Components may import only types/,
    files: [
      'app/components/*.tsx',
      'app/components/form/fields/*.tsx',
      'app/document/preview/*.ts',
    ],
    forbidden: [
      "import { ContentError } from '../../content/content-error.ts'",
      "import { type Branch, validBranch } from '../../content/shapes.ts'",
      "import { LANDING_QUERY } from '../content/queries/home.ts'",
      "import waitlist from 'halvi-leads/forms/waitlist'",
      "import * as leads from 'halvi-leads'",
      "import 'halvi-leads/open'",
      "export * from 'halvi-leads'",
      "export { createLeads as Create } from 'halvi-leads'",
      "const content = await import('../content/content.ts')",
    ],
    allowed: [
      "import type { Branch } from '../../content/shapes.ts'",
      "export type { Branch } from '../../content/shapes.ts'",
      "import type * as leads from 'halvi-leads'",
      '../../content/images.ts',
      'halvi-leads/forms/action-data',
    ],
  },
  {
    sentence: 'Content may not import leads',
    message: /^app\/content may not import leads/,
    files: ['app/content/*.ts', 'app/content/queries/*.ts'],
    forbidden: ['halvi-leads', "import type { Leads } from 'halvi-leads'"],
    allowed: ['../dates/day.ts', './content.ts'],
  },
  {
    sentence: 'Leads and runtime may import only their own files and halvi-runtime',
    message: /may import only their own files/,
    files: ['leads/*.ts', 'leads/submit/*.ts', 'runtime/*.ts'],
    forbidden: [
      '../../app/content/content.ts',
      "import type { Image } from '../app/content/shapes.ts'",
      '../server/root.ts',
      '../../lake/src/lake.ts',
      'embedded-content-lake',
      'halvi-schemas',
    ],
    allowed: ['./leads.ts', '../store/store.ts', 'halvi-runtime/reason'],
  },
  {
    sentence: 'The server imports leads from the package halvi-leads',
    message: /^Import leads from the package/,
    files: ['server/*.ts', 'server/staff/*.ts'],
    forbidden: ['../leads/store/store.ts', '../../leads/leads.ts'],
    allowed: ['halvi-leads', 'halvi-leads/contract', './endpoints/leads.ts'],
  },
  {
    sentence:
      'Remix may be imported only in routes, root, the entries, document, and one server file',
    message: /^Import Remix only in routes/,
    files: [
      ...withoutRemix,
      'server/*.ts',
      'server/remix/*.ts',
      'scripts/*.ts',
      'seed/*.ts',
      'cli/*.ts',
      'lake/src/*.ts',
      'studio/*.ts',
      '*.config.ts',
    ],
    forbidden: [
      '@remix-run/node',
      "import type { LoaderFunctionArgs } from '@remix-run/node'",
      "export * from '@remix-run/react'",
      "const remix = await import('@remix-run/react')",
    ],
    allowed: ['pino'],
  },
  {
    sentence: 'The types of Remix may not be used in other files of the site',
    message: /^Import Remix only in routes/,
    files: withoutRemix,
    forbidden: [
      "declare module '@remix-run/node' { interface AppLoadContext { name: string } }",
      "export type Args = import('@remix-run/node').LoaderFunctionArgs",
    ],
    allowed: ["export type Log = import('pino').Logger"],
  },
  {
    sentence: 'Files that may import Remix',
    message: /^Import Remix/,
    files: [...withRemix, 'server/remix/remix.ts', 'vite.config.ts'],
    forbidden: [],
    allowed: [
      '@remix-run/node',
      "declare module '@remix-run/node' { interface Future { v3_singleFetch: true } }",
    ],
  },
  {
    sentence: 'The lake may import only its own files and halvi-runtime',
    message: /may import only their own files/,
    files: ['lake/*.ts', 'lake/src/assets/*.ts'],
    forbidden: [
      '../../app/pages.ts',
      '../../server/root.ts',
      '../../scripts/run.js',
      '../../bench/pages.ts',
      '../../schemas/index.ts',
      '../../studio/sanity.config.ts',
      '../../seed/read.ts',
      'halvi-schemas',
      'halvi-studio/sanity.config.ts',
    ],
    allowed: ['../lake.ts', '@sanity/client', 'halvi-runtime/network'],
  },
  {
    sentence: 'Schemas may import only @sanity/types and @sindresorhus/transliterate',
    message: /^Schemas may import only/,
    files: ['schemas/*.ts', 'schemas/pages/*.ts'],
    forbidden: [
      'sanity',
      'sanity/structure',
      '@sanity/client',
      'react',
      '@remix-run/node',
      'embedded-content-lake',
      '../../app/pages.ts',
      '../../server/root.ts',
      '../../lake/src/lake.ts',
      '../../studio/sanity.config.ts',
      '../../scripts/run.js',
      '../../seed/read.ts',
    ],
    allowed: ['@sanity/types', '@sindresorhus/transliterate', '../index.ts', './page.ts'],
  },
  {
    sentence: 'The Studio may import only a few files of the site, and the contract of leads',
    message: /^The Studio may import/,
    files: ['studio/*.ts', 'studio/leads/*.tsx'],
    forbidden: [
      '../../app/context.ts',
      '../../app/content/content.ts',
      'halvi-leads',
      'halvi-leads/database',
      '../../server/root.ts',
      '../../lake/src/lake.ts',
      'embedded-content-lake',
      "import { leadSchema } from 'halvi-leads/contract'",
      "import { wave } from 'halvi-leads/contract/waves'",
    ],
    allowed: [
      '../../app/pages.ts',
      '../../app/addresses.ts',
      '../../app/content/walk.ts',
      '../../app/mail/preview.ts',
      '../../app/dates/day.ts',
      'halvi-leads/permissions',
      "import type { Lead } from 'halvi-leads/contract'",
      "import type { Wave } from 'halvi-leads/contract/waves'",
      'halvi-schemas',
    ],
  },
  {
    sentence: 'Commands may not import schemas or the Studio',
    message: /^Commands may not import/,
    files: ['cli/*.ts', 'cli/leads/*.ts'],
    forbidden: ['../schemas/index.ts', 'halvi-schemas', 'halvi-schemas/x', '../../studio/x.ts'],
    allowed: ['../server/root.ts', 'halvi-leads', 'embedded-content-lake'],
  },
  {
    sentence: 'Nothing may import from tests/',
    message: /^Do not import from tests/,
    files: [
      ...pages,
      ...withoutRemix,
      '*.config.ts',
      'vite.config.ts',
      'server/*.ts',
      'server/remix/remix.ts',
      'scripts/*.ts',
      'lake/src/*.ts',
      'schemas/*.ts',
      'studio/*.ts',
      'cli/*.ts',
    ],
    forbidden: ['./tests/prepare-lake.ts', '../../tests/running-site.ts'],
    allowed: ['./testing.ts'],
  },
  {
    sentence: 'Tests, testing/, and bench/ have no boundaries',
    message: /./,
    files: [
      'tests/*.ts',
      'tests/journeys/*.ts',
      'bench/*.ts',
      'leads/testing/*.ts',
      'app/components/*.test.tsx',
      'lake/src/*.test.ts',
    ],
    forbidden: [],
    allowed: [
      '../tests/running-site.ts',
      '../content/content.ts',
      '../leads/leads.ts',
      '@remix-run/node',
      '../../server/root.ts',
      '../document/styles.server.ts',
    ],
  },
  {
    sentence: 'Files that end in .server.ts must not reach the browser',
    message: /must not reach the browser/,
    files: inBrowsers,
    forbidden: [
      "import { pageStyles } from '../document/styles.server.ts'",
      "import { Styles } from '../document/styles.server.tsx'",
      "import '../document/scripts.server.js'",
      "export * from './x.server'",
      "const styles = await import('../document/styles.server.ts')",
    ],
    allowed: ["import type { PageStyles } from '../document/styles.server.ts'"],
  },
]

/** Rules that apply to all folders, including new ones. */
const everywhere: readonly Boundary[] = [
  {
    sentence: 'Rules of all existing and new folders',
    message: /^Do not import from (tests|routes)|^Import Remix|^Schemas may import/,
    files: [...foldersOf('.'), 'new'].flatMap((folder) =>
      /^(tests|bench)$/.test(folder) ? [] : [`${folder}/*.ts`, `${folder}/new/*.ts`],
    ),
    forbidden: ['../tests/x.ts', '../app/routes/x.tsx', '@remix-run/node'],
    allowed: ['./x.ts'],
  },
  {
    sentence: 'Rules of all existing and new folders in app/',
    message: /^Do not import from (tests|cli)|^app\/ may not import/,
    files: [...foldersOf('app'), 'new'].flatMap((folder) => [
      `app/${folder}/*.ts`,
      `app/${folder}/new/*.ts`,
    ]),
    forbidden: ['../tests/x.ts', '../../server/x.ts', '../../../cli/x.ts', 'halvi-schemas'],
    allowed: ['./x.ts'],
  },
  {
    sentence: 'Rules of all existing and new folders in app/ except routes and document',
    message: /^Do not import from routes|^Import Remix/,
    files: [...foldersOf('app'), 'new'].flatMap((folder) =>
      /^(routes|document)$/.test(folder) ? [] : [`app/${folder}/*.ts`, `app/${folder}/new/*.ts`],
    ),
    forbidden: ['../routes/x.tsx', '@remix-run/node'],
    allowed: ['./x.ts'],
  },
]

function foldersOf(folder: string): string[] {
  const options = ['ls-files', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', options, { cwd: join(root, folder), encoding: 'utf8' })
  const folders = files.split('\n').flatMap((file) => /^([^./][^/]*)\//.exec(file)?.[1] ?? [])
  return [...new Set(folders)]
}

/** The imports that the lint rules must reject and must allow. */
export const boundaries: readonly Boundary[] = [...ofSentences, ...everywhere]
