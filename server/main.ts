import { createLog } from 'halvi-kit/json-log'
import { shutdownLimits } from 'halvi-kit/processes/shutdown'
import { diskFault, StartError } from 'halvi-kit/processes/start-error'
import { exitCodes, exitOnUncaughtErrors } from 'halvi-kit/processes/uncaught-errors'
import { readSettings } from 'halvi-site/settings/settings'
import type { SiteOptions } from './options.ts'
import { type RunningServer, startServer } from './server.ts'

/**
 * The same signal within this time, in milliseconds, counts as a duplicate: a terminal or supervisor signals all
 * processes of a group, and npm forwards the signal as well.
 */
const duplicateMs = { SIGINT: 1_000, SIGTERM: 25 }

/** Runs the site. Exits the process after SIGTERM or SIGINT, or when the site can't start. */
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
        log.error('shutdown timed out')
        process.exit(exitCodes.shutdownTimeout)
      }, shutdownLimits.hardLimitMs).unref()
      await server?.close()
      log.info('stopped')
      process.exit(0)
    }
    // Registered before the start, so that a signal during the start also exits the process.
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        if (stopSignal) {
          if (performance.now() - stoppedAt > duplicateMs[signal])
            process.exit(exitCodes.shutdownTimeout)
          return
        }
        stopSignal = signal
        stoppedAt = performance.now()
        if (!server) process.exit(0)
        stop(signal).catch((err) => {
          log.error({ err }, 'shutdown failed')
          process.exit(1)
        })
      })
    }
    exitOnUncaughtErrors(log, async () => server?.close(shutdownLimits.gracePeriodAfterErrorMs))
    server = await startServer(settings, log, options)
  } catch (error) {
    // Errors that an operator can fix are printed in one line. Others are bugs and print their stack.
    const line = error instanceof StartError ? error.message : diskFault(error)
    console.error(line ? `halvi: ${line}` : error)
    process.exit(1)
  }
}
