import {
  type ClientConfig,
  type ClientReturn,
  createClient,
  type QueryParams,
} from '@sanity/client'
import type { Logger } from 'pino'
import { pageTypes } from '../addresses.ts'
import { linksTag, withLinkUpdates } from './cache/link-updates.ts'
import { QueryCache, type QueryResult } from './cache/query-cache.ts'
import { forgetRejected, queryWithRetries } from './content-error.ts'
import type { ContentReader, ImageSource } from './content-reader.ts'
import { anyTag, type ContentUpdates, followContent } from './content-updates.ts'
import { resolveDatedSentences, type TimedValue } from './dated-sentences.ts'
import { fitResult } from './fit/fit.ts'
import { resolveLinks } from './links/resolve-links.ts'
import { setApartPlaceholders } from './placeholders.ts'
import { LINK_TARGETS_QUERY } from './queries/link-targets.ts'
import { withoutNullItems } from './without-null-items.ts'

/** The version of Sanity's API that every query is written against. */
export const apiVersion = '2025-02-19'

/** Timeout for a query, in milliseconds. Also applies to queries over drafts. */
const queryTimeoutMs = 10_000

/** The dataset that content is read from: in an embedded Content Lake at `apiHost`, or hosted by Sanity. */
export interface ContentSource {
  projectId: string
  dataset: string
  /** Origin of an embedded Content Lake; absent for a hosted project. */
  apiHost?: string
  /** A token to read published content, for an embedded Content Lake without public access. */
  token?: string
}

/** The read side of the site. */
export type Content = ReturnType<typeof createContent>

/** Returns the image source of a content source. */
export function imagesOf({ projectId, dataset, apiHost }: ContentSource): ImageSource {
  return { projectId, dataset, baseUrl: apiHost ? '/' : 'https://cdn.sanity.io' }
}

/** Connects to a content source. An embedded and a hosted lake use the same client. */
export function createContent(source: ContentSource) {
  const client = createClient(clientConfig(source))
  const images = imagesOf(source)
  const queryCache = new QueryCache()
  let updates: ContentUpdates | undefined
  async function runQuery(query: string, params: QueryParams): Promise<QueryResult> {
    const { result, syncTags = [anyTag] } = await queryWithRetries<unknown>(client, query, params, {
      // Prevents Sanity's CDN from returning a result from before this event.
      lastLiveEventId: updates?.lastEventId ?? null,
    })
    return { result: cleanResult(query, result), tags: new Set(syncTags) }
  }
  const reader = (): ContentReader => {
    const tags = new Set<string>()
    let changesAt: number | undefined
    const queries = new Map<string, Promise<unknown>>()
    async function read(key: string, query: string, params: QueryParams): Promise<unknown> {
      const found = await queryCache.get(key, () => runQuery(query, params))
      // Every page runs this query. It depends on the set of live paths, not on each document that the query reads.
      const resultTags = query === LINK_TARGETS_QUERY ? [linksTag] : found.tags
      for (const tag of resultTags) tags.add(tag)
      const timed = resolveDates(found)
      changesAt = earlier(changesAt, timed.changesAt)
      return resolveLinks(query, timed.value, fetch)
    }
    function fetch<const Query extends string>(query: Query, params: QueryParams = {}) {
      const key = JSON.stringify([query, params])
      const result = queries.get(key) ?? read(key, query, params)
      queries.set(key, result)
      return result as Promise<ClientReturn<Query>>
    }
    return {
      images,
      tags,
      get changesAt() {
        return changesAt
      },
      fetch,
    }
  }
  return {
    /** Returns a reader for one page. */
    reader,
    /** Subscribes to live events and returns the changes. Call once per process. */
    follow(log: Logger): ContentUpdates {
      updates = followContent(client, log)
      updates.onChange(() => forgetRejected(client))
      queryCache.follow(updates)
      return withLinkUpdates(updates, () => runQuery(LINK_TARGETS_QUERY, { types: pageTypes }))
    },
    /**
     * Resolves when the content API responds to a query.
     *
     * @throws ContentError
     */
    async check(): Promise<void> {
      await runQuery('count(*[_id == "siteSettings"])', {})
    },
  }
}

/** Cached results with the sentences that are true now. Copying a large result takes longer than a page. */
const timedResults = new WeakMap<QueryResult, TimedValue<unknown>>()

function resolveDates(found: QueryResult): TimedValue<unknown> {
  const now = Date.now()
  const known = timedResults.get(found)
  if (known && now < (known.changesAt ?? Number.POSITIVE_INFINITY)) return known
  const timed = resolveDatedSentences(found.result, now)
  timedResults.set(found, timed)
  return timed
}

function earlier(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other)
}

/** Returns a query's result without values that views can't show. */
export const cleanResult = <Result>(query: string, result: Result): Result =>
  setApartPlaceholders(withoutNullItems(fitResult(query, result)))

/** Returns the configuration of a client that reads published content. */
export function clientConfig({ projectId, dataset, apiHost, token }: ContentSource): ClientConfig {
  const config: ClientConfig = {
    projectId,
    dataset,
    apiVersion,
    perspective: 'published',
    timeout: queryTimeoutMs,
    // About half a second in total. Meanwhile visitors get the stale page from the cache.
    maxRetries: 2,
  }
  return apiHost
    ? {
        ...config,
        apiHost,
        useProjectHostname: false,
        useCdn: false,
        // As a header, because the client does not send its `token` option with the stream of live events.
        ...(token && { headers: { Authorization: `Bearer ${token}` } }),
      }
    : { ...config, useCdn: true }
}
