import { shutdownLimits } from './limits.ts'
import { createLog } from './log.ts'
import { type RunningServer, type SiteOptions, startServer } from './server.ts'
import { readSettings } from './settings/settings.ts'
import { diskFault, StartError } from './settings/start-error.ts'
import { endOnUncaughtErrors, exitCodes } from './start/uncaught-errors.ts'

/**
 * The same signal again within this time, in milliseconds, is a copy: a terminal or a supervisor signals all
 * processes at once, and npm passes the signal on.
 */
const duplicateMs = { SIGINT: 1_000, SIGTERM: 25 }

/** Runs the site, and ends the process on SIGTERM, SIGINT and when it can't start. */
export async function runSite(options?: SiteOptions): Promise<void> {
  try {
    const settings = readSettings(process.env)
    const log = createLog(settings.LOG_LEVEL)
    let server: RunningServer | undefined
    let stopSignal: NodeJS.Signals | undefined
    let stoppedAt = 0

    const stop = async (signal: NodeJS.Signals) => {
      log.info({ signal }, 'stopping')
      await server?.drain()
      setTimeout(() => {
        log.error('not stopped in time, what is left is cut off')
        process.exit(exitCodes.cutOff)
      }, shutdownLimits.hardLimitMs).unref()
      await server?.close()
      log.info('stopped')
      process.exit(0)
    }
    // Before anything is started: a signal during the start ends it too.
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        if (stopSignal) {
          if (performance.now() - stoppedAt > duplicateMs[signal]) process.exit(exitCodes.cutOff)
          return
        }
        stopSignal = signal
        stoppedAt = performance.now()
        if (!server) process.exit(0)
        stop(signal).catch((err) => {
          log.error({ err }, 'not stopped cleanly')
          process.exit(1)
        })
      })
    }
    endOnUncaughtErrors(log, async () => server?.close(shutdownLimits.gracePeriodAfterErrorMs))
    server = await startServer(settings, log, options)
  } catch (error) {
    // What an operator can fix is one line; anything else is a fault of ours and shows its stack.
    const line = error instanceof StartError ? error.message : diskFault(error)
    console.error(line ? `halvi: ${line}` : error)
    process.exit(1)
  }
}
