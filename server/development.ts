import type { Logger } from 'pino'
import { type RunningServer, startServer } from './server.ts'
import { readSettings } from './settings/settings.ts'
import type { Development } from './start/development.ts'

/** Starts the site for who develops it: what main.ts is in production. `npm run dev` loads it by Vite. */
export function start(development: Development, log: Logger): Promise<RunningServer> {
  return startServer(readSettings(process.env), log, { development })
}
