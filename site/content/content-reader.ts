import type { ClientReturn, QueryParams } from '@sanity/client'
import type { Language } from '../language/language.ts'
import type { Facts } from './fact-spans.ts'
import { FACTS_QUERY } from './queries/facts.ts'
import { type Walked, walk } from './walk.ts'

/** The options of `createImageUrlBuilder`, from which image URLs are built. */
export interface ImageSource {
  projectId: string
  dataset: string
  /** `/` for images that this site serves. */
  baseUrl: string
}

/** Reads content for one page, and records which content the page depends on. */
export interface ContentReader {
  /** The source of the content's images. */
  readonly images: ImageSource
  /** The sync tags of all results so far. Contains `anyTag` if a result had none. */
  readonly tags: ReadonlySet<string>
  /** The next time at which a date changes a result so far, in milliseconds since 1970. Absent: never. */
  readonly changesAt?: number | undefined
  /**
   * Runs a query of `defineQuery`. Typegen generates the type of the result.
   *
   * @throws ContentError when the API is unreachable or rejects the query
   */
  fetch<const Query extends string>(
    query: Query,
    params?: QueryParams,
  ): Promise<ClientReturn<Query>>
  /**
   * Returns a fact or a part of the settings in the language of the page. Null without settings.
   *
   * @throws ContentError as `fetch`
   */
  fact<Name extends keyof Facts>(name: Name): Promise<Facts[Name] | null>
}

/** The answer to a query as the API sent it. Shared between pages: the result must not be modified. */
export interface Answer {
  result: unknown
  /** The sync tags of the content that the result depends on. */
  tags: ReadonlySet<string>
  refersToFacts: boolean
  /** The latest walk of the result. An unchanged result stays the same object. */
  walked?: Walked<unknown> & { facts: Facts | null | undefined }
}

/** Matches a result in which texts refer to facts. */
const factReference = /"_type":"(commissionRange|programmeFact|siteFact|datedSentence)"/

/** Returns the answer with a result of the API. */
export const answerOf = (result: unknown, tags: Iterable<string>): Answer => ({
  result,
  tags: new Set(tags),
  refersToFacts: factReference.test(JSON.stringify(result) ?? ''),
})

/** Returns a reader for one page, which records what the page depends on. */
export function createReader(
  images: ImageSource,
  language: Language,
  ask: (query: string, params: QueryParams) => Promise<Answer>,
): ContentReader {
  const tags = new Set<string>()
  let changesAt = Number.POSITIVE_INFINITY
  let facts: Promise<Facts | null> | undefined

  const readFacts = () => {
    facts ??= read(FACTS_QUERY, {}).then(({ value }) => value as Facts | null)
    return facts
  }

  async function read(query: string, params: QueryParams): Promise<Walked<unknown>> {
    const answer = await ask(query, { language: language.code, ...params })
    for (const tag of answer.tags) tags.add(tag)
    const needed = answer.refersToFacts ? await readFacts() : undefined
    const now = Date.now()
    const { walked } = answer
    if (walked?.facts === needed && walked && now < (walked.changesAt ?? now + 1)) return walked
    answer.walked = { ...walk(query, answer.result, now, language, needed), facts: needed }
    return answer.walked
  }

  return {
    images,
    tags,
    get changesAt() {
      return Number.isFinite(changesAt) ? changesAt : undefined
    },
    async fetch<const Query extends string>(query: Query, params: QueryParams = {}) {
      const walked = await read(query, params)
      changesAt = Math.min(changesAt, walked.changesAt ?? changesAt)
      return walked.value as ClientReturn<Query>
    },
    async fact(name) {
      return (await readFacts())?.[name] ?? null
    },
  }
}
