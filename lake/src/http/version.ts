import { type Perspective, parsePerspective } from '../documents/perspective.ts'
import type { ApiExchange } from './exchange.ts'

// https://www.sanity.io/docs/changelog: the default became what is published.
const PUBLISHED_BY_DEFAULT_SINCE = '2025-02-19'

/** Does this API version show only what is published unless asked for more? */
export function publishedByDefault(version: string): boolean {
  return version === 'X' || version >= PUBLISHED_BY_DEFAULT_SINCE
}

/** The perspective that a request asks for, or its API version's default. Throws a `LakeError` 400. */
export function perspectiveOf({ url, version }: ApiExchange): Perspective {
  const value = url.searchParams.get('perspective')
  if (value) return parsePerspective(value)
  return publishedByDefault(version) ? 'published' : 'raw'
}
