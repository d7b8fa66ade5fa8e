import { useToast } from '@sanity/ui'
import { nameOf } from 'halvi-schemas'
import { apiVersion } from 'halvi-schemas/api-version'
import { type SanityDocument, useClient, usePerspective, useSchema } from 'sanity'
import { useRouter } from 'sanity/router'
import { publishedId } from '../links/published-id.ts'
import { createTranslation } from './create-translation.ts'
import { markUpToDate } from './translation.ts'

type Identity = Pick<SanityDocument, '_id' | '_type'>

/**
 * Returns functions that open the form of a document's version, create a translation and open it, and mark one as up to
 * date. Failures are shown.
 */
export function useTranslationActions() {
  const client = useClient({ apiVersion })
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
  const attempt = async (failure: string, work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      const description = error instanceof Error ? error.message : undefined
      toast.push({ status: 'error', title: failure, description })
    }
  }
  const create = ({ _id, _type }: Identity, language: string) =>
    attempt(`Could not create the ${nameOf(language)} translation`, async () => {
      const perspective = [...perspectiveStack]
      const id = await createTranslation(client, schema, publishedId(_id), language, perspective)
      open({ _id: id, _type })
    })
  const markAsUpToDate = ({ _id }: Identity, language: string) =>
    attempt('Could not mark the translation as up to date', () =>
      markUpToDate(client, _id, language),
    )
  return { open, create, markAsUpToDate }
}
