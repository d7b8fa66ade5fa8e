// Builds what is missing or stale, then starts a program: node server/run.js main|lake|leads [arguments]
import { existsSync } from 'node:fs'
import { buildIfStale } from './build.js'

if (existsSync('.env')) process.loadEnvFile('.env')
process.env.NODE_ENV = 'production'

const [program, ...programArguments] = process.argv.slice(2)
try {
  await buildIfStale()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
process.argv.splice(1, 2 + programArguments.length, String(program), ...programArguments)
await import(new URL(`../build/${program}.js`, import.meta.url).href)
