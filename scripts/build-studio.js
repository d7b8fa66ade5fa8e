// Builds the Studio if it is missing or stale: node scripts/build-studio.js
import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundledPackages } from './bundled-packages.js'
import { compressFiles } from './compress.js'
import { recordSources, studioFolder, studioIsStale } from './studio-sources.js'

/**
 * Builds the Studio if it is missing or stale. Builds into a temporary folder, which then replaces the old one. So an
 * interrupted build, or two builds at the same time, never leave an incomplete Studio.
 *
 * @throws Error if the build fails
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
  // The site, which starts this program, has a private umask. The built Studio is public.
  process.umask(0o022)
  await buildStudioIfStale()
}
