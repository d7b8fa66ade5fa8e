import { type ClientConfig, createClient, type QueryParams } from '@sanity/client'
import type { Logger } from 'pino'
import { english, type Language } from '../language/language.ts'
import { queryWithRetries } from './content-error.ts'
import { createReader, type ImageSource } from './content-reader.ts'
import { type ContentUpdates, followContent } from './content-updates.ts'
import { QueryCache } from './query-cache.ts'

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
  /** Additional headers of requests to an embedded Content Lake. */
  headers?: Readonly<Record<string, string>>
}

/** The project id of the embedded lake. It is part of asset URLs, so it must never change. */
export const embeddedProjectId = 'halvi'

/** The read side of the site. */
export type Content = ReturnType<typeof createContent>

/** Returns the image source of a content source. */
export function imagesOf({ projectId, dataset, apiHost }: ContentSource): ImageSource {
  return { projectId, dataset, baseUrl: apiHost ? '/' : 'https://cdn.sanity.io' }
}

/** Connects to a content source. An embedded and a hosted lake use the same client. */
export function createContent(source: ContentSource) {
  const client = createClient(clientConfig(source))
  const cache = new QueryCache(client)
  const ask = (query: string, params: QueryParams) => cache.ask(query, params)

  return {
    /** Returns a reader for one page in a language. */
    reader: (language: Language = english) => createReader(imagesOf(source), language, ask),
    /** Subscribes to live events, and returns the changes of what pages show. Call once per process. */
    follow: (log: Logger): ContentUpdates => cache.follow(followContent(client, log), log),
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
export function clientConfig(source: ContentSource): ClientConfig {
  const { projectId, dataset, apiHost, token, headers } = source
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
        headers: { ...headers, ...(token && { Authorization: `Bearer ${token}` }) },
      }
    : { ...config, useCdn: true }
}
