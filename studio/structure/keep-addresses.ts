import type { SanityClient } from '@sanity/client'
import { useToast } from '@sanity/ui'
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
    if (!description) return description
    const onHandle = async () => {
      try {
        const removed = await leadOn(client, addressOf(props.published), addressOf(props.draft))
        description.onHandle?.()
        if (removed > 0) {
          toast.push({
            status: 'info',
            title: 'The redirect from this address was removed',
            description: 'The page is there from now on.',
          })
        }
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

/**
 * A page goes before a redirect: between this and publishing, the old address still shows it.
 *
 * @returns how many redirects from the new address were removed
 */
async function leadOn(client: SanityClient, from?: string, to?: string): Promise<number> {
  if (!to || from === to) return 0
  const atNew = '*[_type == "redirect" && from in [$to, $to + "/"]]._id'
  const ids = await client.fetch<string[]>(atNew, { to })
  if (!from && ids.length === 0) return 0
  const transaction = client.transaction()
  for (const id of ids) transaction.delete(id)
  if (from) {
    const _id = `redirect${from.replace(/[^a-z0-9]+/gi, '-')}`
    transaction.createOrReplace({ _id, _type: 'redirect', from, to })
  }
  await transaction.commit()
  return ids.length
}
