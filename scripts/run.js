// Runs a program: node scripts/run.js halvi|main [arguments]
// Commands that render pages (`halvi start`, `upgrade`, `restore`, and `drill`) first rebuild the site if the build
// is missing or stale. Other commands never change the build.
import { existsSync } from 'node:fs'
import { buildIfStale, currentPrograms } from './build.js'

if (existsSync('.env')) process.loadEnvFile('.env')
process.env.NODE_ENV = 'production'

/** @param {string[]} given */
const needsPages = ([command = '', ...given]) =>
  ['start', 'upgrade', 'restore', 'drill'].includes(command) &&
  !given.some((one) => /^(-h|--help)$/.test(one))

const [program, ...programArguments] = process.argv.slice(2)
let folder = 'build'
try {
  if (program === 'halvi' && needsPages(programArguments)) await buildIfStale()
  else folder = await currentPrograms()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
// New files are readable by their owner only: they hold drafts, leads, and secrets.
process.umask(0o077)
process.argv.splice(1, 2 + programArguments.length, String(program), ...programArguments)
await import(new URL(`../${folder}/${program}.js`, import.meta.url).href)
