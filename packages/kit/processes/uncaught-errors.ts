import type { Logger } from 'pino'
import { shutdownLimits } from './shutdown.ts'

/** Exit codes of the process after a failure. */
export const exitCodes = {
  /** After an uncaught error: EX_SOFTWARE of sysexits.h. */
  uncaughtError: 70,
  /** When the shutdown timed out: EX_TEMPFAIL. Stored data is not affected. */
  shutdownTimeout: 75,
} as const

/**
 * Logs uncaught errors and exits the process, because its state is unreliable. `finish` has a few seconds to close
 * the stores. A supervisor should restart the process.
 */
export function exitOnUncaughtErrors(log: Logger, finish: () => Promise<void>): void {
  let isEnding = false
  // Node also raises unhandled promise rejections as uncaught exceptions.
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'uncaught error, exiting')
    if (isEnding) return
    isEnding = true
    const leave = () => process.exit(exitCodes.uncaughtError)
    setTimeout(leave, shutdownLimits.afterErrorMs)
    try {
      finish().then(leave, leave)
    } catch {
      leave()
    }
  })
}
