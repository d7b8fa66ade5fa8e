import { createLog } from './log.ts'
import { startServer } from './server.ts'
import { readSettings } from './settings.ts'
import { StartError } from './start-error.ts'

try {
  const settings = readSettings(process.env)
  const log = createLog(settings.LOG_LEVEL)
  const server = await startServer(settings, log)

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, async () => {
      log.info({ signal }, 'stopping')
      await server.close()
      log.info('stopped')
      process.exit(0)
    })
  }
} catch (error) {
  // What an operator can mend is one line; anything else is a fault of ours and shows its stack.
  console.error(error instanceof StartError ? `halvi: ${error.message}` : error)
  process.exit(1)
}
