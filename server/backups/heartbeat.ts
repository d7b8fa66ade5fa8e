import type { Logger } from 'pino'

/** How long the monitor may take to answer, in milliseconds. */
const timeoutMs = 10_000

/**
 * Requests the URL of a monitor elsewhere, which raises the alarm when requests stop. A failure is logged with its
 * cause, without the URL, which is a secret. Never rejects.
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
    if (!response.ok) throw new Error(`the monitor answered ${response.status}`)
  } catch (err) {
    if (!signal.aborted) log.error({ err }, 'backup heartbeat failed')
  }
}
