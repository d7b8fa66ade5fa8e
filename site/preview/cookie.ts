import { parseCookie, stringifySetCookie } from 'cookie'

/** The name of the cookie with a browser's preview session. Requests with it never get a cached page. */
export const previewCookie = 'preview'

/** Returns the Set-Cookie header that starts a preview, or ends it if the session is empty. */
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

/** Returns the value of the preview cookie in a Cookie header, or undefined. */
export function previewCookieOf(cookies: string | undefined): string | undefined {
  return cookies === undefined ? undefined : parseCookie(cookies)[previewCookie]
}
