import {
  type DocumentInput,
  type Mutation,
  type PatchOperations,
  type SanityDocument,
  withNeutralUrl,
} from '../documents/document.ts'
import { checkDocumentId, idForNewDocument, isSystem, publishedId } from '../documents/ids.ts'
import {
  type DocumentChange,
  type MutationResult,
  withoutRevision,
} from '../documents/transaction.ts'
import { checkValue, isRecord } from '../documents/values.ts'
import { documentExists, documentNotFound, mutationError } from '../errors/errors.ts'
import { maxTransactionCharacters } from '../limits/limits.ts'
import { releaseOf } from '../releases/release.ts'
import { ReleaseIndex } from '../releases/release-index.ts'
import { diff } from './mendoza.ts'
import { checkPatch, passesOf, patchDocument } from './patch.ts'

const INVALID =
  'A mutation must be an object with one key: create, createOrReplace, createIfNotExists, patch or delete'

const MAX_DOCUMENT_LENGTH = 4 * 1024 * 1024

/** Cost of checking, copying, and comparing a document, in multiples of the cost of finding an item in it. */
const WRITE_COST = 5

type Get = (id: string) => SanityDocument | undefined
type SelectIds = (query: string, params: Record<string, unknown>, get: Staging) => string[]

interface StagingOptions {
  /** Maximum work, see `maxTransactionCharacters`. */
  maxCharacters?: number
  /** Whether mutations may change system documents. */
  isSystem?: boolean
  releases?: ReleaseIndex
  /** Returns the last state of a deleted document, or undefined if the history no longer has it. */
  lastState?: Get
}

/**
 * The documents as an unfinished transaction would leave them. Each mutation sees the effects of those before it.
 * Nothing is stored.
 */
export class Staging {
  /** The new state of each touched document, or undefined when it is deleted. */
  readonly after = new Map<string, SanityDocument | undefined>()
  readonly purged = new Set<string>()
  readonly releases: ReleaseIndex
  readonly lastState: Get
  readonly #mutations = new Map<string, Mutation[]>()
  readonly #maxCharacters: number
  #mayChangeSystem: boolean
  #characters = 0

  constructor(
    /** Returns a document as it was before the transaction. */
    readonly stored: Get,
    private readonly select: SelectIds,
    readonly revision: { transactionId: string; timestamp: string; author: string },
    {
      maxCharacters = maxTransactionCharacters,
      isSystem: mayChangeSystem = false,
      releases = new ReleaseIndex(),
      lastState = () => undefined,
    }: StagingOptions = {},
  ) {
    this.#maxCharacters = maxCharacters
    this.#mayChangeSystem = mayChangeSystem
    this.releases = releases
    this.lastState = lastState
  }

  get(id: string): SanityDocument | undefined {
    return this.after.has(id) ? this.after.get(id) : this.stored(id)
  }

  /** Returns the versions in a release, ordered by id. */
  versionsOf(release: string): SanityDocument[] {
    const ids = new Set(this.releases.versionsOf(release))
    for (const id of this.after.keys()) if (releaseOf(id) === release) ids.add(id)
    const versions = [...ids].sort().map((id) => this.get(id))
    return versions.filter((version) => version !== undefined)
  }

  /** Applies a mutation of the lake itself, which may change system documents. */
  applySystem(mutation: Mutation): void {
    const before = this.#mayChangeSystem
    this.#mayChangeSystem = true
    try {
      this.apply(mutation)
    } finally {
      this.#mayChangeSystem = before
    }
  }

  /** Applies one mutation. Throws a `LakeError` with the status and type of Sanity's API. */
  apply(mutation: unknown): MutationResult[] {
    if (!isRecord(mutation)) throw mutationError('A mutation must be an object')
    // Start at -1: the nesting limit counts from the document inside the mutation.
    checkValue(mutation, -1)
    const [[kind, argument] = ['', undefined], ...others] = Object.entries(mutation)
    if (others.length > 0 || !isRecord(argument)) throw mutationError(INVALID)
    switch (kind) {
      case 'create':
      case 'createOrReplace':
      case 'createIfNotExists':
        return [this.#create(kind, argument)]
      case 'patch':
        checkPatch(argument)
        return this.#selected(argument).map((id) => this.#patch(id, argument))
      case 'delete':
        return this.#selected(argument).flatMap((id) => this.#delete(id))
      default:
        throw mutationError(`Unknown mutation "${kind}"`)
    }
  }

  changes(): DocumentChange[] {
    const changes: DocumentChange[] = []
    for (const [id, after] of this.after) {
      const before = this.stored(id)
      if (!before && !after) continue
      const from = withoutRevision(before)
      const to = withoutRevision(after)
      changes.push({
        id,
        ...(before && { before }),
        ...(after && { after, json: JSON.stringify(after) }),
        mutations: this.#mutations.get(id) ?? [],
        effects: { apply: diff(from, to), revert: diff(to, from) },
        isFirstDraft: !before && id.startsWith('drafts.') && !this.stored(publishedId(id)),
      })
    }
    return changes
  }

  #create(
    kind: 'create' | 'createOrReplace' | 'createIfNotExists',
    input: Record<string, unknown>,
  ): MutationResult {
    const { _type, _createdAt } = input
    if (typeof _type !== 'string' || _type === '')
      throw mutationError('A document must have a _type, a string')
    if (_createdAt !== undefined && typeof _createdAt !== 'string')
      throw mutationError('_createdAt must be a string')
    const id = idForNewDocument(input._id)
    this.#checkChangeable(id)
    const existing = this.get(id)
    if (existing && kind === 'create') throw documentExists(id)
    if (existing && kind === 'createIfNotExists') return { id, operation: 'none' }
    const { timestamp, transactionId } = this.revision
    const attributes = { ...input, _id: id } as DocumentInput
    const document = {
      ...attributes,
      ...{ _id: id, _type, _rev: transactionId, _updatedAt: timestamp },
      _createdAt: _createdAt ?? existing?._createdAt ?? timestamp,
    }
    this.#stage(id, document, { [kind]: attributes } as Mutation)
    return { id, operation: existing ? 'update' : 'create' }
  }

  #patch(id: string, patch: PatchOperations & Record<string, unknown>): MutationResult {
    const existing = this.get(id)
    if (!existing) throw documentNotFound(id)
    this.#checkChangeable(id)
    const { id: _id, query: _query, params: _params, ...operations } = patch
    const passes = passesOf(operations)
    if (passes > 0) this.#charge(passes * JSON.stringify(existing).length)
    this.#stage(id, patchDocument(existing, operations, this.revision), {
      patch: { ...operations, id },
    })
    return { id, operation: 'update' }
  }

  #delete(id: string): MutationResult[] {
    if (!this.get(id)) return []
    this.#checkChangeable(id)
    this.after.set(id, undefined)
    this.#record(id, { delete: { id } })
    return [{ id, operation: 'delete' }]
  }

  #selected({ id, query, params }: Record<string, unknown>): string[] {
    if (typeof query === 'string' && id === undefined) {
      if (params !== undefined && !isRecord(params)) throw mutationError('params must be an object')
      return this.select(query, params ?? {}, this)
    }
    const ids = Array.isArray(id) ? id : [id]
    return ids.map((one: unknown) => {
      checkDocumentId(one)
      return one
    })
  }

  /** Stages a document after a round trip through JSON, so that memory and disk never differ. */
  #stage(id: string, given: SanityDocument, mutation: Mutation): void {
    const document = withNeutralUrl(given)
    checkValue(document)
    // groq-js mistakes an object with a `then` attribute for a promise.
    if (Object.hasOwn(document, 'then'))
      throw mutationError('A document cannot have an attribute named "then"')
    const text = JSON.stringify(document)
    if (text.length > MAX_DOCUMENT_LENGTH)
      throw mutationError(`Document "${id}" is larger than 4 MB`)
    this.#charge(WRITE_COST * text.length)
    this.after.set(id, JSON.parse(text) as SanityDocument)
    this.#record(id, mutation)
  }

  #checkChangeable(id: string): void {
    if (this.#mayChangeSystem || !isSystem(id)) return
    const name = JSON.stringify(id)
    throw mutationError(`The document ID ${name} is reserved: "_." is for system documents`)
  }

  #charge(characters: number): void {
    this.#characters += characters
    if (this.#characters > this.#maxCharacters)
      throw mutationError('The transaction takes too much work. Split it into smaller ones')
  }

  #record(id: string, mutation: Mutation): void {
    const recorded = this.#mutations.get(id)
    if (recorded) recorded.push(mutation)
    else this.#mutations.set(id, [mutation])
  }
}
