import { createHmac, timingSafeEqual } from 'node:crypto'
import { previewCookieOf } from './cookie.ts'

/** A browser's permission to see drafts for a limited time. */
export interface PreviewSession {
  /** `studio`: a staff member, with overlays to click. `link`: a reader with a shared link. */
  kind: 'studio' | 'link'
  /** When the session expires, in milliseconds since 1970. */
  until: number
  /** The id of the link, or of the staff member if the site has its own accounts. */
  id?: string
  /** The content to show: drafts by default, published content, or releases, the first one on top. */
  perspective?: readonly string[] | undefined
}

/**
 * Returns the key that signs sessions. Derived from the token that reads drafts: a new token invalidates all
 * sessions.
 */
export function sessionKey(token: string): Buffer {
  return createHmac('sha256', token).update('preview passes').digest()
}

/** Returns a session as text for a cookie or a URL, signed with HMAC-SHA256. */
export function writeSession(session: PreviewSession, key: Buffer): string {
  const { kind, until, id, perspective = [] } = session
  const layers = perspective.map((layer) => `~${layer}`).join('')
  const claim = `${kind}.${until.toString(36)}${id ? `.${id}` : ''}${layers}`
  return `${claim}.${signature(claim, key)}`
}

/**
 * Verifies and parses a session. Returns undefined for an invalid signature or format, and `expired` after its time.
 */
export function readSession(
  text: string,
  key: Buffer,
  now: number,
): PreviewSession | 'expired' | undefined {
  const [, claim = '', kind, until = '', id, layers, signed = ''] =
    /^((studio|link)\.([0-9a-z]{1,11})(?:\.(\w{1,40}))?((?:~[\w-]{1,64}){0,20}))\.([\w-]{43})$/.exec(
      text,
    ) ?? []
  if (!kind || !timingSafeEqual(Buffer.from(signature(claim, key)), Buffer.from(signed))) {
    return undefined
  }
  const session = {
    kind: kind as PreviewSession['kind'],
    until: Number.parseInt(until, 36),
    ...(id && { id }),
    ...(layers && { perspective: layers.slice(1).split('~') }),
  }
  return session.until > now ? session : 'expired'
}

/**
 * Returns a function that returns the session in a browser's cookies if it is signed and not expired. It does not check
 * whether the session was revoked.
 */
export function signedSessions(key: Buffer, now: () => number = Date.now) {
  return (cookies: string | undefined): PreviewSession | undefined => {
    const session = readSession(previewCookieOf(cookies) ?? '', key, now())
    return session === 'expired' ? undefined : session
  }
}

function signature(claim: string, key: Buffer): string {
  return createHmac('sha256', key).update(claim).digest('base64url')
}
