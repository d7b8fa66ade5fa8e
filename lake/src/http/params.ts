import { checkValue } from '../documents/values.ts'
import { httpError } from '../errors/errors.ts'

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
