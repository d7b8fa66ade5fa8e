import type { SanityClient } from '@sanity/client'

/** How long a site may take to apply a change, in milliseconds. */
const limitMs = 60_000

/** Collects the ids of the live events that a site has applied, and resolves when it has applied a certain one. */
export class AppliedEvents {
  #latest = ''
  readonly #waiting = new Set<() => void>()

  /** Reads a line of the site's log. */
  read(line: string): void {
    if (line.includes('"msg":"content applied"')) this.add(JSON.parse(line).event)
  }

  /** Adds the id of an event that the site has applied. */
  add(event: string | undefined): void {
    if (event === undefined) return
    this.#latest = event
    for (const check of this.#waiting) check()
  }

  /**
   * Resolves when an event or a later one is applied.
   *
   * @throws Error after a minute
   */
  async upTo(event: string): Promise<void> {
    const isApplied = () => numberOf(this.#latest) >= numberOf(event)
    await new Promise<void>((resolve, reject) => {
      const end = (finish: () => void) => {
        clearTimeout(timer)
        this.#waiting.delete(check)
        finish()
      }
      const check = () => isApplied() && end(resolve)
      const late = () => new Error(`Event ${event} is not applied; ${this.#latest} is the latest`)
      const timer = setTimeout(() => end(() => reject(late())), limitMs)
      this.#waiting.add(check)
      check()
    })
  }
}

/** Returns the number of an event's transaction. */
function numberOf(event: string): number {
  return Number(event.split(':')[0])
}

/** Returns the id of the latest live event of a lake. */
export async function latestEvent(apiHost: string, token: string): Promise<string> {
  const response = await fetch(`${apiHost}/v2025-02-19/data/live/events/production`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    const id = /event: ?welcome\n(?:.*\n)*?\n/.test(text) && /^id: ?(.+)$/m.exec(text)?.[1]
    // Leaving the loop closes the connection.
    if (id) return id
  }
  throw new Error(`The lake sent no welcome, but ${response.status} ${text}`)
}

/** Makes each write of a client resolve when the site has applied it. Returns the client. */
export function awaitApplied(client: SanityClient, applied: () => Promise<void>): SanityClient {
  const writes = client as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>
  // Patches and transactions are committed by `mutate`.
  for (const name of [
    'mutate',
    'create',
    'createIfNotExists',
    'createOrReplace',
    'delete',
    'action',
  ]) {
    const write = writes[name]?.bind(client)
    if (!write) throw new Error(`The client has no ${name}`)
    writes[name] = async (...args) => {
      const result = await write(...args)
      await applied()
      return result
    }
  }
  return client
}
