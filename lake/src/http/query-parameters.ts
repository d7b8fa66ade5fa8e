import { type Perspective, parsePerspective } from '../documents/perspective.ts'
import { checkValue } from '../documents/values.ts'
import { httpError } from '../errors/errors.ts'
import type { ApiExchange } from './router.ts'

/** GROQ parameters of a query string, `$name=<JSON>`. Throws a `LakeError` 400 for what is not JSON. */
export function paramsOf(searchParams: URLSearchParams): Record<string, unknown> {
  const params: Record<string, unknown> = {}
  for (const [key, text] of searchParams) {
    if (!key.startsWith('$')) continue
    try {
      params[key.slice(1)] = JSON.parse(text)
    } catch {
      throw httpError(400, `The value of parameter ${key.slice(0, 100)} is not valid JSON`)
    }
  }
  checkValue(params)
  return params
}

/** Returns whether an API version shows only published content by default: https://www.sanity.io/docs/changelog */
export function publishedByDefault(version: string): boolean {
  return version === 'X' || version >= '2025-02-19'
}

/** Returns a request's perspective, or the version's default; `published` for anonymous. Throws a `LakeError` 400. */
export function perspectiveOf({ url, version, user }: ApiExchange): Perspective {
  const value = url.searchParams.get('perspective')
  if (value) return parsePerspective(value)
  return !user || publishedByDefault(version) ? 'published' : 'raw'
}
