import { isDraft, publishedId } from '../documents/ids.ts'
import type { History } from './history.ts'

const MAX_TRANSACTIONS = 1000

interface DocumentEvent {
  type: string
  timestamp: string
  author: string
  documentId: string
  [attribute: string]: unknown
}

/**
 * Returns what happened to a document, newest first, as a Studio's history shows it: versions that were created,
 * published, and deleted, and changes of the published document itself. Edits of versions are not events.
 */
export function documentEvents(history: History, id: string, limit: number): DocumentEvent[] {
  const published = publishedId(id)
  const range = { reverse: true, limit: MAX_TRANSACTIONS, timeline: false }
  const ids = new Set([id, published, `drafts.${published}`])
  for (const { documentIDs } of history.transactions([published], range)) {
    for (const one of documentIDs) if (publishedId(one) === published) ids.add(one)
  }
  const events: DocumentEvent[] = []
  const revisions = new Map<string, string>()
  for (const transaction of history.transactions([...ids], range).reverse()) {
    const { effects, timestamp, author } = transaction
    const revisionId = transaction.id
    const common = { timestamp, author, documentId: published }
    const isGone = isRemoval(effects[published]?.apply)
    const versions = Object.keys(effects).filter((one) => one !== published)
    const about = (version: string, isNew = false) => ({
      versionId: version,
      versionRevisionId: isNew ? revisionId : (revisions.get(version) ?? revisionId),
      ...(!isDraft(version) && { releaseId: version.split('.')[1] }),
    })
    const created = versions.filter((one) => isRemoval(effects[one]?.revert))
    const removed = versions.filter((one) => isRemoval(effects[one]?.apply))
    const isChanged = effects[published] !== undefined
    for (const version of created) {
      const type = isGone ? 'unpublishDocument' : 'createDocumentVersion'
      events.push({ type, ...common, ...about(version, true) })
    }
    for (const version of removed) {
      const how = isDraft(version) ? 'document.publish' : 'release.publish'
      if (isChanged && !isGone) {
        const publish = { type: 'publishDocumentVersion', revisionId, publishCause: how }
        events.push({ ...publish, ...common, ...about(version) })
      } else if (!isChanged) {
        events.push({ type: 'deleteDocumentVersion', ...common, ...about(version) })
      }
    }
    if (isGone && created.length === 0) events.push({ type: 'deleteDocumentGroup', ...common })
    if (isChanged && !isGone && removed.length === 0) {
      const isNew = isRemoval(effects[published]?.revert)
      const type = isNew ? 'createLiveDocument' : 'updateLiveDocument'
      events.push({ type, ...common, revisionId })
    }
    for (const one of Object.keys(effects)) revisions.set(one, revisionId)
  }
  const isShown = ({ versionId }: DocumentEvent) =>
    versionId === undefined || id === published || versionId === id
  return events.filter(isShown).reverse().slice(0, limit)
}

/** Returns whether a Mendoza patch removes a document. */
function isRemoval(patch: unknown): boolean {
  return Array.isArray(patch) && patch[0] === 0 && patch[1] === null
}
