// The operators' commands for leads, as a program: npm run leads -- --help
import { main } from '../app/leads/operations/main.ts'
import { readSettings } from './settings.ts'
import { StartError } from './start/start-error.ts'

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Whoever reads has had enough, as `head` does.
  if (error.code === 'EPIPE') process.exit(0)
  console.error(`leads: ${error.message}`)
  process.exit(1)
})

try {
  const { DATA_DIR, DATABASE_URL, FORM_ENDPOINT_URL } = readSettings(process.env)
  const source = { dataDir: DATA_DIR, databaseUrl: DATABASE_URL, endpointUrl: FORM_ENDPOINT_URL }
  process.exitCode = await main(process.argv.slice(2), source, process)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(`leads: ${error.message}`)
  process.exitCode = 1
}
