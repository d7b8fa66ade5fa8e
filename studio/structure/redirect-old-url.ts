import type { SanityClient } from '@sanity/client'
import { useToast } from '@sanity/ui'
import { apiVersion } from 'halvi-schemas/api-version'
import { pageAddress } from 'halvi-site/addresses'
import { useEffect, useState } from 'react'
import { type DocumentActionComponent, type SanityDocument, useClient } from 'sanity'

/**
 * Returns an action that publishes a page. If the page's URL changes, the action also publishes a redirect from the
 * old URL, so that links to the page still work. It removes redirects from the new URL, because the page replaces
 * them.
 */
export function redirectOldUrl(publish: DocumentActionComponent): DocumentActionComponent {
  const PublishKeepingAddresses: DocumentActionComponent = (props) => {
    const description = publish(props)
    const client = useClient({ apiVersion })
    const toast = useToast()
    const address = addressOf(props.published)
    /** The new URL of the page, until the page is published there. */
    const [awaited, setAwaited] = useState<string>()
    useEffect(() => {
      if (awaited === undefined || address !== awaited) return
      setAwaited(undefined)
      removeRedirects(client, address).then(
        (removed) => {
          if (removed === 0) return
          toast.push({
            status: 'info',
            title: 'Redirect removed',
            description: 'The page is now at this URL.',
          })
        },
        // The redirect stays but has no effect. Its form shows an error.
        () => {},
      )
    }, [address, awaited, client, toast])
    if (!description) return description
    const onHandle = async () => {
      const next = addressOf(props.draft)
      try {
        if (address && next && address !== next) await addRedirect(client, address, props.id)
        if (address !== next) setAwaited(next)
        description.onHandle?.()
      } catch {
        toast.push({
          status: 'error',
          title: 'Not published',
          description: 'Couldn’t update the redirects. Please try again.',
        })
      }
    }
    return { ...description, onHandle }
  }
  return PublishKeepingAddresses
}

function addressOf(document: SanityDocument | null): string | undefined {
  const slug = document?.slug as { current?: string } | undefined
  return document ? pageAddress(document._type, slug?.current) : undefined
}

/** Adds a redirect. Pages take precedence over redirects, so the old URL shows the page until it is published. */
async function addRedirect(client: SanityClient, from: string, pageId: string): Promise<void> {
  const transaction = client.transaction()
  for (const id of await redirectsFrom(client, from)) transaction.delete(id)
  await transaction.create(newRedirect(from, pageId)).commit()
}

/** Returns a redirect from a path to a page. */
export const newRedirect = (from: string, pageId: string) => ({
  _id: `redirect-${crypto.randomUUID()}`,
  _type: 'redirect',
  from,
  destination: { _type: 'link', page: { _type: 'reference', _ref: pageId } },
})

/** Removes the redirects from a URL and their drafts. Resolves to the number of removed documents. */
async function removeRedirects(client: SanityClient, from: string): Promise<number> {
  const ids = await redirectsFrom(client, from)
  if (ids.length === 0) return 0
  const transaction = client.transaction()
  for (const id of ids) transaction.delete(id)
  await transaction.commit()
  return ids.length
}

/** Returns the ids of the redirects from a URL, with their drafts. */
export const redirectsFrom = (client: SanityClient, from: string) =>
  client.fetch<string[]>('*[_type == "redirect" && from in [$from, $from + "/"]]._id', { from })
