import { httpError } from '../errors/errors.ts'
import { LOCAL_HOST } from '../http/host.ts'
import type { ProjectStore } from './project-store.ts'

/** Matches a scheme and a host of at most 300 characters, with at most three wildcards. */
const ORIGIN = /^(?=.{1,300}$)(?!(?:[^*]*\*){4})https?:\/\/[\w.*-]+(:(\d{1,5}|\*))?$/i
const SCHEME = /^https?:\/\//i

/**
 * Returns an origin in the form in which it is compared, for example `https://*.example.com`. Throws a `LakeError` 400
 * for anything else.
 */
export function checkOrigin(origin: unknown): string {
  if (origin === '*') return origin
  if (typeof origin === 'string' && ORIGIN.test(origin)) return origin.toLowerCase()
  throw httpError(
    400,
    'An origin must be a scheme and a host such as https://example.com, without a path',
  )
}

/**
 * Returns a function that returns whether pages of an origin may read responses, and whether they may send
 * credentials. Pages of this machine always may, on any port.
 */
export function originPolicy(store: Pick<ProjectStore, 'origins'>) {
  return (origin: string): { allowCredentials: boolean } | undefined => {
    if (origin.length > 300) return undefined
    const isLocal = SCHEME.test(origin) && LOCAL_HOST.test(origin.replace(SCHEME, ''))
    if (isLocal) return { allowCredentials: true }
    const found = store.origins.all().find((known) => patternOf(known.origin).test(origin))
    return found && { allowCredentials: found.allowCredentials }
  }
}

function patternOf(origin: string): RegExp {
  const parts = origin.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join(origin === '*' ? '.*' : '[^/]*')}$`, 'i')
}
