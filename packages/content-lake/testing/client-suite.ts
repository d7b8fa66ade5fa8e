/**
 * Runs the integration tests of Sanity's client, unchanged, against a lake in memory. FOLDER has the tests:
 *
 *   git clone --depth=1 --branch v8.2.0 https://github.com/sanity-io/client && mkdir FOLDER
 *   cp -r client/test client/vitest.integration.config.ts FOLDER
 *   npm install --prefix FOLDER @sanity/client@8.2.0 vitest rxjs
 *   npx tsx packages/content-lake/testing/client-suite.ts FOLDER
 */

import { runWith } from '../src/commands/run.ts'
import { startLake } from '../src/start-lake.ts'

process.chdir(process.argv[2] ?? '.')
const lake = await startLake({ port: 0, replacesSanity: true, datasets: { test: 'private' } })
process.env.SANITY_INTEGRATION_PROJECT_ID = lake.project.id
process.env.SANITY_INTEGRATION_TOKEN = lake.tokens.editor
process.env.SANITY_INTEGRATION_ORG_TOKEN = lake.tokens.administrator
const command = ['vitest', 'run', '--config', 'vitest.integration.config.ts']
const { code } = await runWith(lake, 'test', command)
await lake.close()
process.exitCode = code
