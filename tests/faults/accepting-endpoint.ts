import { setTimeout as sleep } from 'node:timers/promises'
import { startEndpoint } from '../../leads/testing/test-endpoint.ts'

/** An endpoint that takes a moment and accepts everything, and counts. */
export interface AcceptingEndpoint {
  url: string
  /** How often it has accepted the lead with an e-mail address. */
  accepted: ReadonlyMap<string, number>
  /** How many requests for the same lead have been under way at once, at most. */
  readonly together: number
  close(): Promise<void>
}

/** Starts it on a free port. */
export async function startAcceptingEndpoint(): Promise<AcceptingEndpoint> {
  const endpoint = await startEndpoint()
  const accepted = new Map<string, number>()
  const underWay = new Map<string, number>()
  let together = 0
  endpoint.answer = async (response, { headers, body }) => {
    const key = String(headers['idempotency-key'])
    const now = (underWay.get(key) ?? 0) + 1
    underWay.set(key, now)
    together = Math.max(together, now)
    await sleep(Math.random() * 20)
    underWay.set(key, now - 1)
    const { email } = JSON.parse(body) as { email: string }
    accepted.set(email, (accepted.get(email) ?? 0) + 1)
    response.end()
  }
  return {
    url: endpoint.url,
    accepted,
    get together() {
      return together
    },
    close: endpoint.close,
  }
}
