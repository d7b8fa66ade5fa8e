import { setTimeout as sleep } from 'node:timers/promises'
import { startEndpoint } from '../../packages/leads/testing/test-endpoint.ts'

/** A form endpoint that accepts every lead after a random delay of up to 20 ms, and counts them. */
export interface AcceptingEndpoint {
  url: string
  /** Number of accepted deliveries by email address. */
  accepted: ReadonlyMap<string, number>
  /** Maximum number of concurrent requests for the same lead. */
  readonly maxConcurrent: number
  close(): Promise<void>
}

/** Starts the endpoint on a free port. */
export async function startAcceptingEndpoint(): Promise<AcceptingEndpoint> {
  const endpoint = await startEndpoint()
  const accepted = new Map<string, number>()
  const active = new Map<string, number>()
  let together = 0
  endpoint.answer = async (response, { headers, body }) => {
    const key = String(headers['idempotency-key'])
    const count = (active.get(key) ?? 0) + 1
    active.set(key, count)
    together = Math.max(together, count)
    await sleep(Math.random() * 20)
    active.set(key, count - 1)
    const { email } = JSON.parse(body) as { email: string }
    accepted.set(email, (accepted.get(email) ?? 0) + 1)
    response.end()
  }
  return {
    url: endpoint.url,
    accepted,
    get maxConcurrent() {
      return together
    },
    close: endpoint.close,
  }
}
