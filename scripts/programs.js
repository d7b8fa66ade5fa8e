import { writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundledPackagesFile, packageList, requiredPackagesFile } from './bundled-packages.js'

/** The programs that `scripts/run.js` or another program can start, and where each begins. */
const programs = {
  halvi: 'cli/halvi.ts',
  'upgrade-data': 'cli/upgrade/program.ts',
  main: 'server/main.ts',
  'lake-evaluator': 'lake/src/evaluation/program.ts',
  'check-site': 'server/ask-site-program.ts',
  'scheduled-backup': 'server/backups/program.ts',
  'leads-index': 'leads/staff/process/program.ts',
  'leads-export': 'leads/staff/process/export-program.ts',
  'share-images': 'server/share-images/program.ts',
  'lake-pictures': 'lake/src/assets/pictures/pictures-program.ts',
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
 * Main.js, the process itself, and the command-line programs, with most packages in them: to find and
 * read a thousand files took a third of a start.
 *
 * @param {string} folder
 */
export async function bundlePrograms(folder) {
  // Most starts find everything bundled.
  const { build, stop } = await import('esbuild')
  const { metafile } = await build({
    absWorkingDir: fileURLToPath(new URL('..', import.meta.url)),
    entryPoints: programs,
    outdir: folder,
    bundle: true,
    // What several programs share, and what a command alone needs, is read when it is needed.
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'linked',
    metafile: true,
    external,
    banner: { js: requireInModules },
    alias: {
      'embedded-content-lake': './lake/src/index.ts',
    },
    logLevel: 'warning',
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
