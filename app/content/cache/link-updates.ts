import { type ContentUpdates, isAffected } from '../content-updates.ts'
import type { QueryResult } from './query-cache.ts'

/**
 * A tag of every page, because every page has links. Reported as changed when a page or redirect is added or removed.
 */
export const linksTag = 'links'

/** Forwards changes. Then reports `linksTag` as changed if the set of paths that links can lead to is different. */
export function withLinkUpdates(
  updates: ContentUpdates,
  readTargets: () => Promise<QueryResult>,
): ContentUpdates {
  const listeners: Parameters<ContentUpdates['onChange']>[0][] = []
  let known: { text: string; tags: ReadonlySet<string> } | undefined
  let reading = Promise.resolve()

  const linksChanged = () => {
    for (const listener of listeners) listener(new Set([linksTag]))
  }
  async function compare(): Promise<void> {
    const { result, tags } = await readTargets()
    const text = JSON.stringify(result)
    const hasChanged = known !== undefined && known.text !== text
    known = { text, tags }
    if (hasChanged) linksChanged()
  }
  function fail(): void {
    known = undefined
    linksChanged()
  }
  updates.onChange((change) => {
    for (const listener of listeners) listener(change)
    if (!known || isAffected(known.tags, change)) reading = reading.then(compare).catch(fail)
  })
  return {
    get connected() {
      return updates.connected
    },
    get lastEventId() {
      return updates.lastEventId
    },
    onChange: (listener) => {
      listeners.push(listener)
    },
    close: () => updates.close(),
  }
}
