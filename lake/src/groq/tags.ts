import { createHash } from 'node:crypto'
import { isPublished, publishedId } from '../documents/ids.ts'
import type { Perspective } from '../documents/perspective.ts'
import type { DocumentChange, Transaction } from '../documents/transaction.ts'

/** A sync tag as `@sanity/client` types it. */
export type SyncTag = `s1:${string}`

/**
 * Three families of tags, so that a change to a draft does not drop what only
 * depends on published documents: `p` for the published perspectives, `d` for
 * stacks of drafts and releases (by published id), `r` for raw (by stored id).
 */
type Family = 'p' | 'd' | 'r'

/** The most tags that an answer or an event carries; beyond it, the one for everything. */
export const MAX_TAGS = 400

/** Collects what a query's result depends on. */
export class Dependencies {
  readonly #family: Family
  readonly #tags = new Set<SyncTag>()
  #everything = false

  constructor(perspective: Perspective) {
    this.#family = perspective === 'raw' ? 'r' : typeof perspective === 'string' ? 'p' : 'd'
  }

  document(id: string): void {
    this.#tags.add(tag(this.#family, `id:${id}`))
  }

  type(type: string): void {
    this.#tags.add(tag(this.#family, `type:${type}`))
  }

  everything(): void {
    this.#everything = true
  }

  tags(): SyncTag[] {
    if (this.#everything || this.#tags.size > MAX_TAGS) return [tag(this.#family, 'all')]
    return [...this.#tags]
  }
}

/** Which sync tags a transaction hits, see `tagsOfChange`. */
export interface HitTags {
  published: SyncTag[]
  drafts: SyncTag[]
}

/** The tags that a transaction's changes hit together. */
export function tagsOfTransaction(
  { changes }: Transaction,
  typeOf: (id: string) => string | undefined,
): HitTags {
  const published = new Set<SyncTag>()
  const drafts = new Set<SyncTag>()
  for (const change of changes) {
    const hit = tagsOfChange(change, typeOf)
    for (const tag of hit.published) published.add(tag)
    for (const tag of hit.drafts) drafts.add(tag)
  }
  return { published: [...published], drafts: [...drafts] }
}

/**
 * The tags that a change hits: `published` are for everyone, `drafts` concern
 * those alone who may see drafts. `typeOf` tells a stored document's type: what a
 * perspective shows in a deleted draft's place may be of another one.
 */
function tagsOfChange(change: DocumentChange, typeOf: (id: string) => string | undefined): HitTags {
  const { id, before, after } = change
  const published = publishedId(id)
  const own = [before?._type, after?._type]
  const shown = [...own, typeOf(published), typeOf(`drafts.${published}`)]
  return {
    published: isPublished(id) ? tags('p', id, own) : [],
    drafts: [...tags('r', id, own), ...tags('d', published, shown)],
  }
}

function tags(family: Family, id: string, types: (string | undefined)[]): SyncTag[] {
  const names = new Set(types.filter((type) => type !== undefined))
  return [
    tag(family, 'all'),
    tag(family, `id:${id}`),
    ...[...names].map((type) => tag(family, `type:${type}`)),
  ]
}

function tag(family: Family, name: string): SyncTag {
  const hash = createHash('sha256').update(`${family}:${name}`).digest('base64url').slice(0, 12)
  return `s1:${hash}`
}
