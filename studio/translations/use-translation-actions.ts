import { useToast } from '@sanity/ui'
import { nameOf } from 'halvi-schemas'
import { type SanityDocument, useClient, usePerspective, useSchema } from 'sanity'
import { useRouter } from 'sanity/router'
import { publishedId } from '../links/published-id.ts'
import { createTranslation } from './translation.ts'

type Identity = Pick<SanityDocument, '_id' | '_type'>

/** Returns functions that open the form of a document's version, and that create a translation and open it. */
export function useOpenTranslation() {
  const client = useClient({ apiVersion: '2025-02-19' })
  const schema = useSchema()
  const toast = useToast()
  const { navigateUrl, resolveIntentLink } = useRouter()
  const { perspectiveStack } = usePerspective()
  const open = ({ _id, _type }: Identity) => {
    const [, release] = /^versions\.([^.]+)\./.exec(_id) ?? []
    const params = { id: publishedId(_id), type: _type }
    navigateUrl({
      path: resolveIntentLink('edit', params, release ? [['perspective', release]] : []),
    })
  }
  const create = async ({ _id, _type }: Identity, language: string) => {
    try {
      const original = publishedId(_id)
      open({
        _id: await createTranslation(client, schema, original, language, [...perspectiveStack]),
        _type,
      })
    } catch (error) {
      const title = `Could not create the ${nameOf(language)} translation`
      const description = error instanceof Error ? error.message : undefined
      toast.push({ status: 'error', title, description })
    }
  }
  return { open, create }
}
