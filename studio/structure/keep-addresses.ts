import type { SanityClient } from '@sanity/client'
import { useToast } from '@sanity/ui'
import { type DocumentActionComponent, type SanityDocument, useClient } from 'sanity'
import { pageAddress } from '../../app/addresses.ts'

/**
 * Publishes a page; where its address changes by that, a redirect from the old address is published
 * with it, so that no link to the page breaks.
 */
export function keepAddresses(publish: DocumentActionComponent): DocumentActionComponent {
  const PublishKeepingAddresses: DocumentActionComponent = (props) => {
    const description = publish(props)
    const client = useClient({ apiVersion: '2025-02-19' })
    const toast = useToast()
    if (!description) return description
    const onHandle = async () => {
      try {
        await leadOn(client, addressOf(props.published), addressOf(props.draft))
        description.onHandle?.()
      } catch {
        toast.push({
          status: 'error',
          title: 'Not published',
          description: 'The old address could not be kept as a redirect. Please try again.',
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
async function leadOn(client: SanityClient, from?: string, to?: string): Promise<void> {
  if (!from || !to || from === to) return
  const ids = await client.fetch<string[]>('*[_type == "redirect" && from == $to]._id', { to })
  const _id = `redirect${from.replace(/[^a-z0-9]+/gi, '-')}`
  const transaction = client.transaction()
  for (const id of ids) transaction.delete(id)
  await transaction.createOrReplace({ _id, _type: 'redirect', from, to }).commit()
}
