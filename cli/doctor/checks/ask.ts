import { reasonOf } from 'halvi-runtime/reason'

/**
 * Sends a request with a timeout of 5 seconds. Never rejects: if there is no response, `status` is missing and `text`
 * is the reason.
 */
export async function ask(
  url: string | URL,
  signal: AbortSignal,
  init: RequestInit = {},
): Promise<{ status?: number; text: string; date?: string | null }> {
  try {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(5_000)])
    const response = await fetch(url, { ...init, redirect: 'manual', signal: deadline })
    const { status, headers } = response
    return { status, text: await response.text(), date: headers.get('date') }
  } catch (error) {
    return { text: reasonOf(error instanceof Error ? (error.cause ?? error) : error) }
  }
}
