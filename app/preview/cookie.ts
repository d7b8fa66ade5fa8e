import { parseCookie, stringifySetCookie } from 'cookie'

/** The cookie by which a browser is in preview. Whoever sends it never gets a cached page. */
export const previewCookie = 'preview'

/** The Set-Cookie header that begins preview, or ends it where the session is empty. */
export function setPreviewCookie(session: string, seconds: number, secure: boolean): string {
  return stringifySetCookie({
    name: previewCookie,
    value: session,
    path: '/',
    maxAge: seconds,
    httpOnly: true,
    sameSite: 'lax',
    secure,
  })
}

/** What a browser sends in that cookie. */
export function previewCookieOf(cookies: string | undefined): string | undefined {
  return cookies === undefined ? undefined : parseCookie(cookies)[previewCookie]
}
