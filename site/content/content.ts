import { type ClientConfig, createClient, type QueryParams } from '@sanity/client'
import { RequestCoalescing } from 'halvi-kit/request-coalescing'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { english, type Language } from '../language/language.ts'
import { forgetRejected, queryWithRetries } from './content-error.ts'
import { type Answer, answerOf, createReader, type ImageSource } from './content-reader.ts'
import {
  anyTag,
  type ContentChange,
  type ContentUpdates,
  followContent,
  isAffected,
} from './content-updates.ts'

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

/**
 * Maximum number of cached answers. A page sends about five queries, and the pages of a language share most of
 * them.
 */
const maxAnswers = 150

/** Time to live in milliseconds. Limits how old answers get if the live connection is dead without an error. */
const ttlMs = 10 * 60_000

/** Connects to a content source. An embedded and a hosted lake use the same client. */
export function createContent(source: ContentSource) {
  const client = createClient(clientConfig(source))
  const answers = new LRUCache<string, Answer>({ max: maxAnswers, ttl: ttlMs })
  const coalescing = new RequestCoalescing<Answer, ContentChange>()
  let updates: ContentUpdates | undefined

  /** Returns a cached answer, or sends a query. Nothing is cached while live events are not received. */
  async function ask(query: string, params: QueryParams): Promise<Answer> {
    const key = JSON.stringify([query, params])
    const known = updates?.connected ? answers.get(key) : undefined
    if (known) return known
    return coalescing.join(key, async ({ isCurrent }) => {
      const { result, syncTags = [anyTag] } = await queryWithRetries<unknown>(
        client,
        query,
        params,
        {
          // Prevents Sanity's CDN from returning a result from before this event.
          lastLiveEventId: updates?.lastEventId ?? null,
        },
      )
      const answer = answerOf(result, syncTags)
      if (updates?.connected && isCurrent((change) => isAffected(answer.tags, change)))
        answers.set(key, answer)
      return answer
    })
  }

  return {
    /** Returns a reader for one page in a language. */
    reader: (language: Language = english) => createReader(imagesOf(source), language, ask),
    /** Subscribes to live events and returns the changes. Call once per process. */
    follow(log: Logger): ContentUpdates {
      updates = followContent(client, log)
      // The first listener, so that no later one reads old content.
      updates.onChange((change) => {
        forgetRejected(client)
        coalescing.change(change)
        for (const [key, { tags }] of [...answers.entries()]) {
          if (isAffected(tags, change)) answers.delete(key)
        }
      })
      return updates
    },
    /**
     * Resolves when the content API responds to a query.
     *
     * @throws ContentError
     */
    async check(): Promise<void> {
      await queryWithRetries(client, 'count(*[_id == "siteSettings"])', {})
    },
  }
}

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
