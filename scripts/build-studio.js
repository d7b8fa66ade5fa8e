// Builds the Studio unless that has been done: node scripts/build-studio.js
import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundledPackages } from './bundled-packages.js'
import { compressFiles } from './compress.js'
import { recordSources, studioFolder, studioIsStale } from './studio-sources.js'

/**
 * Builds the Studio if it is missing or stale, into a folder of its own that then takes the old one's place: neither
 * a build that is cut short nor a second one at the same time is ever seen.
 *
 * @throws Error when it can't be built
 */
export async function buildStudioIfStale() {
  if (!studioIsStale()) return
  console.error('Building the Studio …')
  const outDir = `${studioFolder}-${process.pid}`
  const { build } = await import('../studio/vite.js')
  await build({
    configFile: fileURLToPath(new URL('../studio/vite.config.ts', import.meta.url)),
    plugins: [bundledPackages(fileURLToPath(new URL('..', import.meta.url))), recordSources()],
    mode: 'production',
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  })
  await compressFiles(join(outDir, 'assets'), 9)
  rmSync(studioFolder, { recursive: true, force: true })
  renameSync(outDir, studioFolder)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.env.NODE_ENV = 'production'
  // Started by the site, it has the site's, which keeps data from others; what is built is public.
  process.umask(0o022)
  await buildStudioIfStale()
}
