import type { IncomingHttpHeaders } from 'node:http'
import type { WorkerFixture } from '@playwright/test'
import {
  startEndpoint,
  status,
  type TestEndpoint,
} from '../packages/leads/testing/test-endpoint.ts'

/** A lead that the endpoint has received. */
export interface Delivery {
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
}

/** A form endpoint for tests in the browser, which records the received leads. */
export class FormEndpoint {
  readonly #endpoint: TestEndpoint

  private constructor(endpoint: TestEndpoint) {
    this.#endpoint = endpoint
  }

  static async start(): Promise<FormEndpoint> {
    return new FormEndpoint(await startEndpoint())
  }

  get url(): string {
    return this.#endpoint.url
  }

  /** Sets the status of all further responses. */
  set status(code: number) {
    this.#endpoint.answer = status(code)
  }

  /** Returns the deliveries of the lead with this email address. */
  from(email: string): Delivery[] {
    return this.#endpoint.received
      .map(({ headers, body }) => ({ headers, body: JSON.parse(body) }))
      .filter(({ body }) => body.email === email)
  }

  /** Returns the deliveries of the lead with this email address as soon as there are this many. */
  async deliveries(email: string, count: number): Promise<Delivery[]> {
    for (;;) {
      const deliveries = this.from(email)
      if (deliveries.length >= count) return deliveries
      await this.#endpoint.count(this.#endpoint.received.length + 1)
    }
  }

  close(): Promise<void> {
    return this.#endpoint.close()
  }
}

/** A Playwright fixture with one form endpoint per worker. */
export const endpointFixture: [WorkerFixture<FormEndpoint, object>, { scope: 'worker' }] = [
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
  async ({}, use) => {
    const endpoint = await FormEndpoint.start()
    await use(endpoint)
    await endpoint.close()
  },
  { scope: 'worker' },
]
