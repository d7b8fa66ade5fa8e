import type { Logger } from 'pino'

/** Timeout of the request to the monitor, in milliseconds. */
const timeoutMs = 10_000

/**
 * Requests the heartbeat URL of an external monitor, which alerts when these requests stop. Logs failures with their
 * cause. The URL is not logged because it is a secret. Never rejects.
 */
export async function sendHeartbeat(
  url: string,
  log: Pick<Logger, 'error'>,
  signal: AbortSignal,
): Promise<void> {
  try {
    const response = await fetch(url, {
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), signal]),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`the monitor responded with ${response.status}`)
  } catch (err) {
    if (!signal.aborted) log.error({ err }, 'backup heartbeat failed')
  }
}
