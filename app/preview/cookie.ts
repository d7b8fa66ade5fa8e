/** The cookie by which a browser is in preview. Whoever sends it never gets a cached page. */
export const previewCookie = 'preview'

/** The Set-Cookie header that begins preview, or ends it where the session is empty. */
export function setPreviewCookie(session: string, seconds: number, secure: boolean): string {
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  return `${previewCookie}=${session}; ${attributes}`
}
