// The operators' commands for people, as a program: npm run people -- --help
import { main } from './people/main.ts'
import { readSettings } from './settings.ts'
import { StartError } from './start/start-error.ts'

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Whoever reads has had enough, as `head` does.
  if (error.code === 'EPIPE') process.exit(0)
  console.error(`people: ${error.message}`)
  process.exit(1)
})

try {
  process.exitCode = await main(process.argv.slice(2), readSettings(process.env), process)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(`people: ${error.message}`)
  process.exitCode = 1
}
