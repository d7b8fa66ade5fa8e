import type { ClientReturn, QueryParams } from '@sanity/client'

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
}
