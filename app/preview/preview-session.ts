import { createHmac, timingSafeEqual } from 'node:crypto'

/** What lets a browser see drafts for a while. */
export interface PreviewSession {
  /** `studio`: someone who edits, with overlays to click. `link`: whoever got a link, to read. */
  kind: 'studio' | 'link'
  /** Until when, in milliseconds since 1970. */
  until: number
  /** The link's id; for `studio` that of the person, where people have accounts here. */
  id?: string
}

/** The key that sessions are signed with. It follows from the token that reads drafts: a new token ends all sessions. */
export function sessionKey(token: string): Buffer {
  return createHmac('sha256', token).update('preview passes').digest()
}

/** A session as text that fits into a cookie and an address, signed with HMAC-SHA256. */
export function writeSession({ kind, until, id }: PreviewSession, key: Buffer): string {
  const claim = `${kind}.${until.toString(36)}${id ? `.${id}` : ''}`
  return `${claim}.${signature(claim, key)}`
}

/** Reads a session. Undefined for what was not written with this key; `expired` for what was, long ago. */
export function readSession(
  text: string,
  key: Buffer,
  now: number,
): PreviewSession | 'expired' | undefined {
  const [, claim = '', kind, until = '', id, signed = ''] =
    /^((studio|link)\.([0-9a-z]{1,11})(?:\.(\w{1,40}))?)\.([\w-]{43})$/.exec(text) ?? []
  if (!kind || !timingSafeEqual(Buffer.from(signature(claim, key)), Buffer.from(signed))) {
    return undefined
  }
  const session = {
    kind: kind as PreviewSession['kind'],
    until: Number.parseInt(until, 36),
    ...(id && { id }),
  }
  return session.until > now ? session : 'expired'
}

function signature(claim: string, key: Buffer): string {
  return createHmac('sha256', key).update(claim).digest('base64url')
}
