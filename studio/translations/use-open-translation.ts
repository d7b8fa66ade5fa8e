import { useToast } from '@sanity/ui'
import { type SanityDocument, useClient, useSchema } from 'sanity'
import { useRouter } from 'sanity/router'
import { publishedId } from '../links/published-id.ts'
import type { SiteLanguage } from './languages.ts'
import { createTranslation } from './translation.ts'

/** Returns functions that open a document's form, and that create a translation and open it. */
export function useOpenTranslation() {
  const client = useClient({ apiVersion: '2025-02-19' })
  const schema = useSchema()
  const toast = useToast()
  const { navigateIntent } = useRouter()
  const open = ({ _id, _type }: Pick<SanityDocument, '_id' | '_type'>) =>
    navigateIntent('edit', { id: publishedId(_id), type: _type })
  const create = async (original: SanityDocument, { id, title }: SiteLanguage) => {
    const type = schema.get(original._type)
    if (!type) return
    try {
      const _id = await createTranslation(client, type, original, id)
      toast.push({ status: 'success', title: `Created the translation to ${title}` })
      open({ _id, _type: original._type })
    } catch (error) {
      const description = error instanceof Error ? error.message : undefined
      toast.push({ status: 'error', title: 'Could not create the translation', description })
    }
  }
  return { open, create }
}
