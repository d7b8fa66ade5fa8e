import type { Logger } from 'pino'
import { type RunningServer, startServer } from './server.ts'
import { readSettings } from './settings/settings.ts'
import type { Development } from './start/development.ts'

/** Starts the site in development, as main.ts does in production. `npm run dev` loads this module with Vite. */
export function start(development: Development, log: Logger): Promise<RunningServer> {
  return startServer(readSettings(process.env), log, { development })
}
