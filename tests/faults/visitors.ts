import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** Simulated visitors who submit the waitlist form repeatedly. */
export interface Visitors {
  /** Email addresses of the acknowledged applications. */
  acknowledged: Set<string>
  /** Number of responses with each other status. 0 stands for a broken connection. */
  otherStatuses: Map<number, number>
  /** Resolves when the given number of applications is acknowledged. */
  until(acknowledged: number): Promise<void>
  /** Stops the visitors. Resolves when all open requests are finished. */
  stop(): Promise<void>
}

/** Returns a valid waitlist application with a unique email address. */
export function application(email = `amina@${randomUUID()}.example`): Record<string, string> {
  return { name: 'Amina', email, interests: 'openStore' }
}

/** Submits a form like a browser without JavaScript. Does not follow the redirect. */
export function send(url: string, fields: Record<string, string>, path = '/waitlist') {
  return fetch(url + path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
}

/** Starts visitors, distributed over the sites. */
export function startVisitors(
  urls: string[],
  count = 8,
  acknowledged = new Set<string>(),
): Visitors {
  const refused = new Map<number, number>()
  let stopped = false

  async function visit(url: string) {
    while (!stopped) {
      const fields = application()
      const status = await send(url, fields).then(
        async (response) => {
          await response.arrayBuffer()
          return response.status
        },
        () => 0,
      )
      if (status === 303) acknowledged.add(fields.email ?? '')
      else {
        refused.set(status, (refused.get(status) ?? 0) + 1)
        await sleep(20)
      }
    }
  }

  const visits = Array.from({ length: count }, (_, index) => visit(urls[index % urls.length] ?? ''))
  return {
    acknowledged,
    otherStatuses: refused,
    async until(count) {
      while (acknowledged.size < count) await sleep(10)
    },
    async stop() {
      stopped = true
      await Promise.all(visits)
    },
  }
}
