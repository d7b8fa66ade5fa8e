// Builds the Studio unless that has been done: node scripts/build-studio.js
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compressFiles } from './compress.js'
import {
  fingerprintName,
  studioFingerprint,
  studioFolder,
  studioIsStale,
} from './studio-sources.js'

/** Builds the Studio if it is missing or stale. @throws Error when it can't be built */
export async function buildStudioIfStale() {
  if (!studioIsStale()) return
  console.error('Building the Studio …')
  await buildStudio()
}

/**
 * Builds into a folder of its own that then takes the old one's place, so that neither a build that
 * is cut short nor a second one at the same time is ever seen.
 */
async function buildStudio() {
  const current = studioFingerprint()
  const outDir = `${studioFolder}-${process.pid}`
  const { build } = await import('../studio/vite.js')
  await build({
    configFile: fileURLToPath(new URL('../studio/vite.config.ts', import.meta.url)),
    mode: 'production',
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  })
  await compressFiles(join(outDir, 'assets'), 9)
  writeFileSync(join(outDir, fingerprintName), current)
  rmSync(studioFolder, { recursive: true, force: true })
  renameSync(outDir, studioFolder)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.env.NODE_ENV = 'production'
  // Started by the site, it has the site's, which keeps data from others; what is built is public.
  process.umask(0o022)
  await buildStudioIfStale()
}
