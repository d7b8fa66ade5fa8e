import type { SanityDocument } from '../documents/document.ts'

/** The document of a release, as `@sanity/client` describes it. Only release actions may change it. */
export interface ReleaseDocument extends SanityDocument {
  _type: 'system.release'
  /** The last part of the id. It is part of the ids of the release's versions. */
  name: string
  state: 'active' | 'scheduled' | 'published' | 'archived'
  metadata: ReleaseMetadata
  /** When to publish a scheduled release, in ISO 8601. */
  publishAt?: string
  publishedAt?: string
  /** The reason why a scheduled release could not be published. The Studio shows it. */
  error?: { message: string }
  /** The versions of a published or archived release. They no longer exist, but the history has them. */
  finalDocumentStates?: { id: string }[]
  /** The id of the user who scheduled the release. */
  scheduledBy?: string
  /**
   * The revisions of the published documents, by published id, that the release was scheduled to replace. `rev` is
   * null for a document that was not published.
   */
  replacedRevisions?: { id: string; rev: string | null }[]
}

interface ReleaseMetadata {
  title?: string
  description?: string
  releaseType: 'asap' | 'scheduled' | 'undecided'
  intendedPublishAt?: string
  /** `one` for a scheduled draft, which has a release of its own. */
  cardinality?: 'one' | 'many'
  [attribute: string]: unknown
}

const PATH = '_.releases.'

/** Returns the id of a release's document. */
export function releaseDocumentId(name: string): string {
  return PATH + name
}

/** Returns whether a document describes a release. */
export function isRelease(document: SanityDocument | undefined): document is ReleaseDocument {
  return document?._type === 'system.release' && document._id.startsWith(PATH)
}

/**
 * Returns a release in the form that is exported and imported: it is active, because an import should publish nothing
 * by itself. Returns undefined for published and archived releases, whose versions only the history has, and for
 * other documents.
 */
export function transferableRelease<Document extends { _id?: string; _type: string }>(
  document: Document,
): (Document & { _id: string }) | undefined {
  const { _id, _type, name, metadata, _createdAt, state } = document as Partial<ReleaseDocument>
  if (_type !== 'system.release' || _id !== `${PATH}${name}`) return undefined
  if (state !== 'active' && state !== 'scheduled') return undefined
  const release = { _id, _type, name, state: 'active', metadata }
  return { ...release, ...(_createdAt && { _createdAt }) } as unknown as Document & { _id: string }
}

/** Returns the name of the release that a version belongs to, or undefined for the id of another document. */
export function releaseOf(id: string): string | undefined {
  return /^versions\.([^.]+)\../.exec(id)?.[1]
}

/** Returns the time of a scheduled release in milliseconds since 1970, or undefined if it is not scheduled. */
export function dueTime({ state, publishAt }: ReleaseDocument): number | undefined {
  const time = state === 'scheduled' ? Date.parse(publishAt ?? '') : Number.NaN
  return Number.isNaN(time) ? undefined : time
}
