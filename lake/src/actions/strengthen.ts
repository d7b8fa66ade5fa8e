import { isRecord } from '../documents/values.ts'

/**
 * A document's content as publishing leaves it. A reference to something that was
 * not published yet is weak and carries `_strengthenOnPublish`, which says whether it
 * shall stay so: https://www.sanity.io/docs/http-reference/actions
 */
export function strengthened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strengthened)
  if (!isRecord(value)) return value
  if (typeof value._ref === 'string' && value._strengthenOnPublish !== undefined) {
    const { _strengthenOnPublish: wanted, _weak, ...reference } = value
    return isRecord(wanted) && wanted.weak === true ? { ...reference, _weak } : reference
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, strengthened(inner)]))
}
