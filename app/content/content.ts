import {
  type ClientConfig,
  type ClientReturn,
  createClient,
  type QueryParams,
} from '@sanity/client'

/** The version of Sanity's API that every query is written against. */
const apiVersion = '2025-02-19'

/** Where content comes from: an embedded Content Lake at `apiHost`, or Sanity's hosts without one. */
export interface ContentSource {
  projectId: string
  dataset: string
  /** Origin of an embedded Content Lake; absent for a hosted project. */
  apiHost?: string
}

/** A query that could not be answered. Its query and parameters go to the log with it. */
export class ContentError extends Error {
  override name = 'ContentError'
  constructor(
    readonly query: string,
    readonly params: QueryParams,
    cause: unknown,
  ) {
    super('The content API did not answer a query', { cause })
  }
}

/** What an address of an image is built from, as `createImageUrlBuilder` takes it. */
export interface ImageSource {
  projectId: string
  dataset: string
  /** `/` for images that this site serves itself. */
  baseUrl: string
}

/** The read side of the site. */
export interface Content {
  /** Where the images of the content are. */
  readonly images: ImageSource
  /**
   * Runs a query made with `defineQuery` over published content. Its result is typed by
   * `npm run typegen`.
   *
   * @throws ContentError when the API is away or refuses the query
   */
  fetch<const Query extends string>(
    query: Query,
    params?: QueryParams,
  ): Promise<ClientReturn<Query>>
  /** Resolves when the content API answers. @throws ContentError */
  check(): Promise<void>
}

/** Connects to a content source. The same client serves an embedded and a hosted lake. */
export function createContent(source: ContentSource): Content {
  const client = createClient(clientConfig(source))
  const { projectId, dataset, apiHost } = source
  const content: Content = {
    images: { projectId, dataset, baseUrl: apiHost ? '/' : 'https://cdn.sanity.io' },
    async fetch(query, params = {}) {
      try {
        return await client.fetch(query, params)
      } catch (error) {
        throw new ContentError(query, params, error)
      }
    },
    async check() {
      await content.fetch('count(*[_id == "siteSettings"])')
    },
  }
  return content
}

function clientConfig({ projectId, dataset, apiHost }: ContentSource): ClientConfig {
  const config: ClientConfig = { projectId, dataset, apiVersion, perspective: 'published' }
  return apiHost
    ? { ...config, apiHost, useProjectHostname: false, useCdn: false }
    : { ...config, useCdn: true }
}
