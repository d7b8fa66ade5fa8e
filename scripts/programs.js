import { writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundledPackagesFile, packageList, requiredPackagesFile } from './bundled-packages.js'

/** The programs that `scripts/run.js` or another program can start, and where each begins. */
const programs = {
  halvi: 'cli/halvi.ts',
  'upgrade-data': 'cli/upgrade/program.ts',
  'lake-evaluator': 'lake/src/evaluation/program.ts',
  'check-site': 'server/check-site-program.ts',
  'scheduled-backup': 'server/backups/program.ts',
  'leads-index': 'leads/staff/process/program.ts',
  'leads-export': 'leads/staff/process/export-program.ts',
  'share-images': 'server/share-images/program.ts',
  'lake-pictures': 'lake/src/assets/rendering/program.ts',
}

/** Packages that stay outside, and are found in `node_modules` at run time. */
const external = [
  // Compiled for a machine, or with files beside them that they look for.
  ...['libsql', 'sharp', 'pino', 'pino-pretty'],
  // The pages have them as well, and must meet the same.
  ...['react', 'react-dom', '@remix-run/*'],
  // They call what Node 24 warns of, but not of packages that lie in `node_modules`.
  ...['parseurl', '@sanity/eventsource'],
  // What builds pages and the Studio, which a release leaves out.
  ...['@tailwindcss/*', 'esbuild', 'vite'],
  // Done without, unless somebody installs it.
  'pg-native',
]

/** Packages written as CommonJS ask for Node's own modules by it. */
const requireInModules =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);"

/**
 * How esbuild bundles programs. Most packages are in them: to find and read a thousand files took a third of a start.
 *
 * @satisfies {import('esbuild').BuildOptions}
 */
export const bundling = {
  absWorkingDir: fileURLToPath(new URL('..', import.meta.url)),
  bundle: true,
  // Programs load what they share, and what a command alone needs, when they need it.
  splitting: true,
  platform: /** @type {const} */ ('node'),
  format: /** @type {const} */ ('esm'),
  target: 'node20',
  sourcemap: /** @type {const} */ ('linked'),
  external,
  banner: { js: requireInModules },
  alias: { 'embedded-content-lake': './lake/src/index.ts' },
  logLevel: /** @type {const} */ ('warning'),
}

/**
 * Bundles all programs into a folder.
 *
 * @param {string} folder
 */
export async function bundlePrograms(folder) {
  // Most starts find everything bundled.
  const { build, stop } = await import('esbuild')
  const { metafile } = await build({
    ...bundling,
    metafile: true,
    entryPoints: programs,
    outdir: folder,
  })
  writeFileSync(join(folder, bundledPackagesFile), packageList(Object.keys(metafile.inputs)))
  const required = Object.values(metafile.outputs)
    .flatMap(({ imports }) => imports)
    .filter(({ kind, path }) => kind === 'require-call' && !isBuiltin(path))
    .map(({ path }) => path)
  writeFileSync(join(folder, requiredPackagesFile), JSON.stringify([...new Set(required)].sort()))
  // Its process would stay for as long as ours.
  await stop()
}
