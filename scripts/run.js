// Runs a command: node scripts/run.js halvi [arguments]
// Commands that render pages (`start` and `restore`) first build what is stale. Other commands only need the programs.
import { fileURLToPath } from 'node:url'
import { loadEnv } from '../site/settings/load-env.js'
import { buildPrograms, buildSite } from './build.js'
import { isStale } from './stale.js'

const [program = '', ...given] = process.argv.slice(2)
try {
  loadEnv()
  process.env.NODE_ENV = 'production'
  await (/^(start|restore)$/.test(given[0] ?? '') ? buildSite() : buildPrograms())
  // The site builds the Studio while it serves.
  if (given[0] === 'start' && isStale('studio'))
    process.env.STUDIO_BUILDER = fileURLToPath(new URL('build-studio.js', import.meta.url))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
// New files are readable by their owner only: they hold drafts, leads, and secrets.
process.umask(0o077)
process.argv.splice(1, 2 + given.length, program, ...given)
await import(new URL(`../build/${program}.js`, import.meta.url).href)
