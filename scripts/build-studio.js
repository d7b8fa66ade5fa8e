// Builds the Studio if it is stale: node scripts/build-studio.js
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundledPackages } from './bundled-packages.js'
import { compressFiles } from './compress.js'
import { buildIfStale, studioFolder } from './stale.js'

/**
 * Builds the Studio if it is stale.
 *
 * @throws Error if the build fails
 */
export const buildStudio = () =>
  buildIfStale('studio', async () => {
    const { build } = await import('../studio/vite.js')
    await build({
      configFile: fileURLToPath(new URL('../studio/vite.config.ts', import.meta.url)),
      plugins: [bundledPackages(fileURLToPath(new URL('..', import.meta.url)))],
      mode: 'production',
      logLevel: 'warn',
      build: { outDir: studioFolder, emptyOutDir: true },
    })
    await compressFiles(join(studioFolder, 'assets'), 9)
  })

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.env.NODE_ENV = 'production'
  // The site, which starts this program, has a private umask. The built Studio is public.
  process.umask(0o022)
  await buildStudio()
}
