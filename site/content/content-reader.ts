import type { ClientReturn, QueryParams } from '@sanity/client'
import type { Language } from '../language/language.ts'
import type { Facts } from './fact-lookup.ts'
import { FACTS_QUERY } from './queries/facts.ts'
import { factTag, type QueryResult } from './query-result.ts'
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
  /** The tags of all results and facts so far. Contains `anyTag` if one may be out of date already. */
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

/** Returns a reader for one page, which records what the page depends on. */
export function createReader(
  images: ImageSource,
  language: Language,
  ask: (query: string, params: QueryParams) => Promise<QueryResult>,
): ContentReader {
  const tags = new Set<string>()
  let changesAt = Number.POSITIVE_INFINITY
  let facts: Promise<QueryResult> | undefined

  const readFacts = () => {
    facts ??= ask(FACTS_QUERY, { language: language.code })
    return facts
  }

  /** Returns the walk of a result, and records the facts in it. */
  async function walked(query: string, result: QueryResult): Promise<Walked<unknown>> {
    const source = result.refersToFacts ? await readFacts() : undefined
    const known = source && factsOf(source)
    const now = Date.now()
    const last = result.walked
    const isCurrent = last && last.source === known && now < (last.changesAt ?? now + 1)
    const latest = isCurrent
      ? last
      : { ...walk(query, result.value, now, language, known), source: known }
    result.walked = latest
    if (source) for (const name of latest.facts ?? []) tags.add(factTag(source, name))
    changesAt = Math.min(changesAt, latest.changesAt ?? changesAt)
    return latest
  }

  /** Returns the facts in a result. Their dates change nothing before a text refers to them. */
  function factsOf(result: QueryResult): Facts | null {
    result.walked ??= { ...walk(FACTS_QUERY, result.value, 0, language), source: undefined }
    return result.walked.value as Facts | null
  }

  return {
    images,
    tags,
    get changesAt() {
      return Number.isFinite(changesAt) ? changesAt : undefined
    },
    async fetch<const Query extends string>(query: Query, params: QueryParams = {}) {
      const result = await ask(query, { language: language.code, ...params })
      tags.add(result.tag)
      return (await walked(query, result)).value as ClientReturn<Query>
    },
    async fact(name) {
      const source = await readFacts()
      tags.add(factTag(source, name))
      return factsOf(source)?.[name] ?? null
    },
  }
}
