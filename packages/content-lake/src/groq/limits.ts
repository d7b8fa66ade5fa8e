import { LakeError } from '../errors/errors.ts'

export interface QueryLimits {
  /** Timeout including parsing. */
  timeoutMs: number
  responseBytes: number
}

export const PROGRAM_LIMITS: QueryLimits = { timeoutMs: 5000, responseBytes: 64_000_000 }

/**
 * Throws a `LakeError` 400 if a result is too large as JSON, which it estimates. A small result in memory can contain
 * the same value many times.
 */
export function checkResult(result: unknown, maxBytes: number): void {
  let bytes = 0
  const visit = (value: unknown): void => {
    bytes += typeof value === 'string' ? value.length + 3 : 4
    if (bytes > maxBytes) throw resultTooLarge()
    if (Array.isArray(value)) for (const item of value) visit(item)
    else if (typeof value === 'object' && value !== null) {
      for (const [name, child] of Object.entries(value)) {
        bytes += name.length + 3
        visit(child)
      }
    }
  }
  visit(result)
}

/** Returns the error for a result that is too large. */
export function resultTooLarge(): LakeError {
  return new LakeError(400, 'queryError', 'The result is too large')
}
