/** A link that shows drafts to whoever has it. */
export interface SharedLink {
  url: string
  /** Until when, in milliseconds since 1970. */
  until: number
}

/**
 * Has the site make a link to a page's preview.
 *
 * @param token a Sanity user's, in a hosted project; otherwise the session's cookie is sent
 * @throws Error when the site refuses or does not answer
 */
export async function createSharedLink(
  token: string | undefined,
  path: string,
): Promise<SharedLink> {
  const search = new URLSearchParams({ 'sanity-preview-pathname': path })
  const response = await fetch(`/preview/share?${search}`, {
    method: 'POST',
    headers: token ? { Authorization: `Bearer ${token}` } : {},
  })
  if (!response.ok) throw new Error(`The site answered ${response.status} instead of a link`)
  return response.json()
}
