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
import { answerOf } from './content-error.ts'
import { anyChange, type ContentUpdates, followContent } from './content-updates.ts'
import { fitResult } from './fit/fit.ts'
import { LINK_TARGETS_QUERY } from './queries/link-targets.ts'
import { withSentences } from './with-sentences.ts'
import { withoutNullItems } from './without-null-items.ts'

/** The version of Sanity's API that every query is written against. */
export const apiVersion = '2025-02-19'

/** A query that takes longer has failed, in milliseconds; of drafts, too. */
export const queryLimit = 10_000

/** Where content comes from: an embedded Content Lake at `apiHost`, or Sanity's hosts without one. */
export interface ContentSource {
  projectId: string
  dataset: string
  /** Origin of an embedded Content Lake; absent for a hosted project. */
  apiHost?: string
  /** Reads what is published in an embedded Content Lake that is closed to others. */
  token?: string
}

/** What an address of an image is built from, as `createImageUrlBuilder` takes it. */
export interface ImageSource {
  projectId: string
  dataset: string
  /** `/` for images that this site serves itself. */
  baseUrl: string
}

/** Reads content for one page, and keeps account of what that page depends on. */
export interface ContentReader {
  /** Where the images of the content are. */
  readonly images: ImageSource
  /** The sync tags of everything read so far; `anyChange` where an answer had none. */
  readonly tags: ReadonlySet<string>
  /** When something read so far changes because a date has come, in milliseconds since 1970; absent: never. */
  readonly changesAt?: number | undefined
  /**
   * Runs a query made with `defineQuery` over published content, once for each page. Its result is typed by typegen.
   * @throws ContentError when the API is unreachable or rejects the query
   */
  fetch<const Query extends string>(
    query: Query,
    params?: QueryParams,
  ): Promise<ClientReturn<Query>>
}

/** The read side of the site. */
export type Content = ReturnType<typeof createContent>

/** Where the images of a content source are. */
export function imagesOf({ projectId, dataset, apiHost }: ContentSource): ImageSource {
  return { projectId, dataset, baseUrl: apiHost ? '/' : 'https://cdn.sanity.io' }
}

/** Connects to a content source. The same client serves an embedded and a hosted lake. */
export function createContent(source: ContentSource) {
  const client = createClient(clientConfig(source))
  const images = imagesOf(source)
  const queryCache = new QueryCache()
  let updates: ContentUpdates | undefined
  async function ask(query: string, params: QueryParams): Promise<QueryResult> {
    const { result, syncTags = [anyChange] } = await answerOf(query, params, () =>
      client.fetch(query, params, {
        filterResponse: false,
        returnQuery: false,
        // Sanity's CDN must not answer with what was there before that event.
        lastLiveEventId: updates?.lastEventId ?? null,
      }),
    )
    return { result: withoutNullItems(fitResult(query, result)), tags: new Set(syncTags) }
  }
  const reader = (): ContentReader => {
    const tags = new Set<string>()
    let changesAt: number | undefined
    const asked = new Map<string, Promise<unknown>>()
    async function read(key: string, query: string, params: QueryParams): Promise<unknown> {
      const answer = await queryCache.get(key, () => ask(query, params))
      // Every page asks for it, and depends on its answer rather than on the documents behind it.
      const found = query === LINK_TARGETS_QUERY ? [linksTag] : answer.tags
      for (const tag of found) tags.add(tag)
      const told = withSentences(answer.result, Date.now())
      changesAt = earlier(changesAt, told.changesAt)
      return told.value
    }
    return {
      images,
      tags,
      get changesAt() {
        return changesAt
      },
      fetch<const Query extends string>(query: Query, params: QueryParams = {}) {
        const key = JSON.stringify([query, params])
        const asking = asked.get(key) ?? read(key, query, params)
        asked.set(key, asking)
        return asking as Promise<ClientReturn<Query>>
      },
    }
  }
  return {
    /** Returns a reader for one page. */
    reader,
    /** Receives everything that is published from now on. One follower for each process. */
    follow(log: Logger): ContentUpdates {
      updates = followContent(client, log)
      queryCache.follow(updates)
      return withLinkUpdates(updates, () => ask(LINK_TARGETS_QUERY, { types: pageTypes }))
    },
    /** Resolves when the content API answers. @throws ContentError */
    async check(): Promise<void> {
      await ask('count(*[_id == "siteSettings"])', {})
    },
  }
}

function earlier(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other)
}

function clientConfig({ projectId, dataset, apiHost, token }: ContentSource): ClientConfig {
  const config: ClientConfig = {
    projectId,
    dataset,
    apiVersion,
    perspective: 'published',
    timeout: queryLimit,
    // Half a second in all: whoever waits for the page has the last good one meanwhile.
    maxRetries: 2,
  }
  return apiHost
    ? {
        ...config,
        apiHost,
        useProjectHostname: false,
        useCdn: false,
        // As a header of all requests: the client sends its `token` along to no stream of live events.
        ...(token && { headers: { Authorization: `Bearer ${token}` } }),
      }
    : { ...config, useCdn: true }
}
