import type { Logger } from 'pino'
import { shutdownLimits } from '../limits.ts'

/** With which codes the process ends when it does not end well. */
export const exitCodes = {
  /** An error that nobody caught: EX_SOFTWARE of sysexits.h. */
  uncaughtError: 70,
  /** Told to stop, and not done in time: EX_TEMPFAIL. What is stored is stored. */
  cutOff: 75,
} as const

/**
 * Logs an error that nobody caught, lets `finish` close the stores for a few seconds, and ends the process:
 * its state can't be trusted any more. A supervisor starts it again.
 */
export function endOnUncaughtErrors(log: Logger, finish: () => Promise<void>): void {
  let isEnding = false
  // Rejections that nobody handles come here too: Node raises them as exceptions.
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'uncaught error, the process ends')
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
