import { createHmac, timingSafeEqual } from 'node:crypto'

/** What lets a browser see drafts for a while. */
export interface Pass {
  /** `studio`: someone who edits, with overlays to click. `link`: whoever got a link, to read. */
  kind: 'studio' | 'link'
  /** Until when, in milliseconds since 1970. */
  until: number
}

/** The key that passes are signed with. It follows from the token that reads drafts: a new token ends all passes. */
export function passKey(token: string): Buffer {
  return createHmac('sha256', token).update('preview passes').digest()
}

/** A pass as text that fits into a cookie and an address, signed with HMAC-SHA256. */
export function writePass({ kind, until }: Pass, key: Buffer): string {
  const claim = `${kind}.${until.toString(36)}`
  return `${claim}.${signature(claim, key)}`
}

/** Reads a pass. Undefined for what was not written with this key; `expired` for what was, long ago. */
export function readPass(text: string, key: Buffer, now: number): Pass | 'expired' | undefined {
  const [, claim = '', kind, until = '', signed = ''] =
    /^((studio|link)\.([0-9a-z]{1,11}))\.([\w-]{43})$/.exec(text) ?? []
  if (!kind || !timingSafeEqual(Buffer.from(signature(claim, key)), Buffer.from(signed))) {
    return undefined
  }
  const pass = { kind: kind as Pass['kind'], until: Number.parseInt(until, 36) }
  return pass.until > now ? pass : 'expired'
}

function signature(claim: string, key: Buffer): string {
  return createHmac('sha256', key).update(claim).digest('base64url')
}
