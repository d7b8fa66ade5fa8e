import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundledPackagesFile, packageList, requiredPackagesFile } from './bundled-packages.js'

/**
 * The entry points of the programs that `scripts/run.js` or another program can start, and the site's process, which
 * `halvi start` and tests import.
 */
const programs = {
  halvi: 'cli/halvi.ts',
  main: 'server/main.ts',
  office: 'office/program.ts',
  'lake-evaluator': 'packages/content-lake/src/evaluation/program.ts',
  'lake-pictures': 'packages/content-lake/src/assets/rendering/program.ts',
}

/** Packages that are not bundled, and are loaded from `node_modules` at run time. */
const external = [
  // Packages with native code, or with other files that they load at run time.
  ...['libsql', 'sharp', 'pino', 'pino-pretty'],
  // Packages with builds for development and production, which NODE_ENV selects at run time.
  ...['react', 'react-dom', '@remix-run/*'],
  // Packages that use deprecated functions. Node 24 prints no warning for packages in `node_modules`.
  ...['parseurl', '@sanity/eventsource'],
  // Build tools, which a release does not contain.
  ...['@tailwindcss/*', 'esbuild', 'vite'],
  // An optional package that is not installed.
  'pg-native',
]

/** Defines `require`, which CommonJS packages use to load Node's built-in modules. */
const requireInModules =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);"

/**
 * The esbuild options for programs. Most packages are bundled: loading about 1,000 separate files took a third of the
 * startup time.
 *
 * @satisfies {import('esbuild').BuildOptions}
 */
const bundling = {
  absWorkingDir: fileURLToPath(new URL('..', import.meta.url)),
  bundle: true,
  // Splits shared code and the code of single commands into chunks that are loaded when needed.
  splitting: true,
  platform: /** @type {const} */ ('node'),
  format: /** @type {const} */ ('esm'),
  target: 'node20',
  sourcemap: /** @type {const} */ ('linked'),
  external,
  banner: { js: requireInModules },
  alias: { 'local-content-lake': './packages/content-lake/src/index.ts' },
  logLevel: /** @type {const} */ ('warning'),
}

/**
 * Bundles all programs into a folder, in place of the former ones. The pages, which Vite has built into `server/`, are
 * one of them, so that the site and its pages share one copy of all modules.
 *
 * @param {string} folder
 * @param {boolean} withPages whether the pages are built; only the site's process needs them
 */
export async function bundlePrograms(folder, withPages) {
  // Loaded only here, because most starts need no bundling.
  const { build, stop } = await import('esbuild')
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder)) {
    if (/\.js(\.map)?$/.test(name)) rmSync(join(folder, name))
  }
  const { metafile } = await build({
    ...bundling,
    metafile: true,
    entryPoints: withPages ? { ...programs, pages: join(folder, 'server/index.js') } : programs,
    outdir: folder,
  })
  writeFileSync(join(folder, bundledPackagesFile), packageList(Object.keys(metafile.inputs)))
  const required = Object.values(metafile.outputs)
    .flatMap(({ imports }) => imports)
    .filter(({ kind, path }) => kind === 'require-call' && !isBuiltin(path))
    .map(({ path }) => path)
  writeFileSync(join(folder, requiredPackagesFile), JSON.stringify([...new Set(required)].sort()))
  // Otherwise esbuild's child process would run until this process exits.
  await stop()
}
