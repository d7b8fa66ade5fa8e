import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** People who send the waitlist form, one application after another. */
export interface Visitors {
  /** E-mail addresses whose application was answered with yes. */
  acknowledged: Set<string>
  /** How often each other status came; 0 for a connection that broke. */
  refused: Map<number, number>
  /** Resolves once so many have been answered with yes. */
  until(acknowledged: number): Promise<void>
  /** Resolves when the applications under way have ended. */
  stop(): Promise<void>
}

/** A waitlist application that is right, by someone else each time. */
export function application(email = `${randomUUID()}@example.com`): Record<string, string> {
  return { name: 'Amina', email, interests: 'openStore' }
}

/** Sends a form as a browser without script does; the answer is not followed. */
export function send(url: string, fields: Record<string, string>, path = '/waitlist') {
  return fetch(url + path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
}

/** Lets so many visitors begin, each at one of the addresses. */
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
    refused,
    async until(wanted) {
      while (acknowledged.size < wanted) await sleep(10)
    },
    async stop() {
      stopped = true
      await Promise.all(visits)
    },
  }
}
