import { reasonOf } from 'halvi-runtime/reason'

/** Requests a URL, for 5 seconds at most. Never rejects: without an answer there is no status, and `text` is the reason. */
export async function ask(
  url: string | URL,
  signal: AbortSignal,
  init: RequestInit = {},
): Promise<{ status?: number; text: string; date?: string | null }> {
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(5_000)])
    const response = await fetch(url, { ...init, redirect: 'manual', signal: limit })
    const { status, headers } = response
    return { status, text: await response.text(), date: headers.get('date') }
  } catch (error) {
    return { text: reasonOf(error instanceof Error ? (error.cause ?? error) : error) }
  }
}
