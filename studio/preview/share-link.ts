import type { SanityClient } from '@sanity/client'
import {
  urlSearchParamPreviewPathname,
  urlSearchParamPreviewSecret,
} from '@sanity/preview-url-secret/constants'
import { createPreviewSecret } from '@sanity/preview-url-secret/create-secret'

/** A link that shows drafts to whoever has it. */
export interface SharedLink {
  url: string
  /** Until when, in milliseconds since 1970. */
  until: number
}

/**
 * Has the site make a link to a page's preview. That we may ask for one is proved by a secret,
 * written into the content as the Presentation tool does.
 *
 * @throws Error when the site refuses or does not answer
 */
export async function createSharedLink(client: SanityClient, path: string): Promise<SharedLink> {
  const { secret } = await createPreviewSecret(client, 'share-action', location.href)
  const search = new URLSearchParams({
    [urlSearchParamPreviewSecret]: secret,
    [urlSearchParamPreviewPathname]: path,
  })
  const response = await fetch(`/preview/share?${search}`, { method: 'POST' })
  if (!response.ok) throw new Error(`The site answered ${response.status} instead of a link`)
  return response.json()
}
