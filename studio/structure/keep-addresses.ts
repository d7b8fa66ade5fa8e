import type { SanityClient } from '@sanity/client'
import { useToast } from '@sanity/ui'
import { useEffect, useState } from 'react'
import { type DocumentActionComponent, type SanityDocument, useClient } from 'sanity'
import { pageAddress } from '../../app/addresses.ts'

/**
 * Publishes a page; where its address changes by that, a redirect from the old address is published
 * with it, so that no link to the page breaks. A redirect from its new address, which would never lead
 * anywhere again, is taken away.
 */
export function keepAddresses(publish: DocumentActionComponent): DocumentActionComponent {
  const PublishKeepingAddresses: DocumentActionComponent = (props) => {
    const description = publish(props)
    const client = useClient({ apiVersion: '2025-02-19' })
    const toast = useToast()
    const address = addressOf(props.published)
    /** Where the page is to be, once it has been published. */
    const [awaited, setAwaited] = useState<string>()
    useEffect(() => {
      if (awaited === undefined || address !== awaited) return
      setAwaited(undefined)
      removeRedirects(client, address).then(
        (removed) => {
          if (removed === 0) return
          toast.push({
            status: 'info',
            title: 'The redirect from this address was removed',
            description: 'The page is there from now on.',
          })
        },
        // It leads nowhere, and its own form says so.
        () => {},
      )
    }, [address, awaited, client, toast])
    if (!description) return description
    const onHandle = async () => {
      const next = addressOf(props.draft)
      try {
        if (address && next && address !== next) await leadOn(client, address, next)
        if (address !== next) setAwaited(next)
        description.onHandle?.()
      } catch {
        toast.push({
          status: 'error',
          title: 'Not published',
          description: 'The redirects of its addresses could not be changed. Please try again.',
        })
      }
    }
    return { ...description, onHandle }
  }
  PublishKeepingAddresses.action = 'publish'
  return PublishKeepingAddresses
}

function addressOf(document: SanityDocument | null): string | undefined {
  const slug = document?.slug as { current?: string } | undefined
  return document ? pageAddress(document._type, slug?.current) : undefined
}

/** A page goes before a redirect: between this and publishing, the old address still shows it. */
async function leadOn(client: SanityClient, from: string, to: string): Promise<void> {
  const _id = `redirect${from.replace(/[^a-z0-9]+/gi, '-')}`
  await client.createOrReplace({ _id, _type: 'redirect', from, to })
}

/** Removes the redirects from an address, drafts of them too. Resolves to how many there were. */
async function removeRedirects(client: SanityClient, from: string): Promise<number> {
  const at = '*[_type == "redirect" && from in [$from, $from + "/"]]._id'
  const ids = await client.fetch<string[]>(at, { from })
  if (ids.length === 0) return 0
  const transaction = client.transaction()
  for (const id of ids) transaction.delete(id)
  await transaction.commit()
  return ids.length
}
