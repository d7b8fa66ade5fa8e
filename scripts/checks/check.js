// Runs every check, even when one fails, and exits with 1 if any did: npm run check
import { spawnSync } from 'node:child_process'

const checks = [
  'biome ci .',
  'knip',
  'node scripts/checks/regular-expressions.js',
  'node scripts/checks/waiting.js',
  'node scripts/checks/folders.js',
  ...[
    '.',
    'packages/content-lake',
    'packages/content-lake/src/studio',
    'packages/staff-studio',
    'schemas',
    'studio',
  ].map((p) => `tsc -p ${p}`),
]

const failed = checks.filter((check) => {
  console.info(`> ${check}`)
  const [command = '', ...args] = check.split(' ')
  return spawnSync(command, args, { stdio: 'inherit' }).status !== 0
})
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.join(', ')}`)
  process.exitCode = 1
}
