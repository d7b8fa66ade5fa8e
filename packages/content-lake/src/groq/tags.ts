import { createHash } from 'node:crypto'
import { isContent, isPublished, publishedId } from '../documents/ids.ts'
import type { Perspective } from '../documents/perspective.ts'
import type { Transaction } from '../documents/transaction.ts'

export type SyncTag = `s1:${string}`

/**
 * The group of perspectives that a tag is for. A change to a draft must not invalidate queries over published
 * documents. `p` is for the published perspectives, `d` for stacks of drafts and releases (by published id), `r` for
 * raw (by stored id).
 */
type Family = 'p' | 'd' | 'r'

/** A response or event with more tags has a single tag for all documents instead. */
export const MAX_TAGS = 400

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

/** The sync tags that a transaction hits. `drafts` are only for clients that may see drafts. */
export interface HitTags {
  published: SyncTag[]
  drafts: SyncTag[]
}

/**
 * Returns the tags that a transaction hits. `typeOf` returns the current type of a document: the document shown in
 * place of a deleted draft may have another type.
 */
export function tagsOfTransaction(
  { changes }: Transaction,
  typeOf: (id: string) => string | undefined,
): HitTags {
  const published = new Set<SyncTag>()
  const drafts = new Set<SyncTag>()
  const add = (to: Set<SyncTag>, family: Family, id: string, types: (string | undefined)[]) => {
    to.add(tag(family, 'all')).add(tag(family, `id:${id}`))
    for (const type of types) if (type !== undefined) to.add(tag(family, `type:${type}`))
  }
  for (const { id, before, after } of changes) {
    const base = publishedId(id)
    const own = [before?._type, after?._type]
    // Nobody sees the lake's own documents without signing in.
    if (isPublished(id)) add(isContent(id) ? published : drafts, 'p', id, own)
    add(drafts, 'r', id, own)
    add(drafts, 'd', base, [...own, typeOf(base), typeOf(`drafts.${base}`)])
  }
  return { published: [...published], drafts: [...drafts] }
}

function tag(family: Family, name: string): SyncTag {
  const hash = createHash('sha256').update(`${family}:${name}`).digest('base64url').slice(0, 12)
  return `s1:${hash}`
}
