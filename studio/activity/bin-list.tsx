import { Button, Text, useToast } from '@sanity/ui'
import { useMutation } from '@tanstack/react-query'
import { useClient, useCurrentUser, useSchema } from 'sanity'
import { useRouter } from 'sanity/router'
import { titleOf } from '../links/document-links.tsx'
import { mayEdit } from '../people/access.ts'
import { Time } from '../ui/time.tsx'
import { ListCard } from '../ui/tool-page.tsx'
import { EntryPages } from './entry-pages.tsx'
import { type Entry, usePages } from './use-pages.ts'

/** The deleted documents, newest first. Each can be restored as a draft, which then opens. */
export function BinList() {
  const schema = useSchema()
  const client = useClient({ apiVersion: '2025-02-19' })
  const { navigateIntent } = useRouter()
  const toast = useToast()
  const user = useCurrentUser()
  const types = schema.getTypeNames().filter((name) => schema.get(name)?.type?.name === 'document')
  const pages = usePages('bin', { types: types.join() })
  const restore = useMutation({
    mutationFn: ({ id }: Entry) => {
      const uri = `/bin/${client.config().dataset}/${id}/restore`
      return client.request({ uri, method: 'POST', body: {} })
    },
    onSuccess: (_, { id, document }) => {
      toast.push({ status: 'success', title: 'Restored as a draft. Publish it to show it again.' })
      navigateIntent('edit', { id, type: document?._type ?? '' })
    },
    onError: (error) => {
      toast.push({ status: 'error', title: 'Not restored', description: error.message })
      void pages.refetch()
    },
  })
  const render = (entry: Entry) => {
    const { id, document, author, timestamp } = entry
    if (!document) return null
    const title = titleOf(document, schema)
    const type = schema.get(document._type)?.title ?? document._type
    return (
      <ListCard key={id} title={title} notes={[`${type}, deleted by ${author.name}`]}>
        <Text size={1} muted>
          <Time at={timestamp} />
        </Text>
        {mayEdit(user) && (
          <Button
            text="Restore"
            aria-label={`Restore: ${title}`}
            mode="ghost"
            fontSize={1}
            disabled={restore.isPending}
            onClick={() => restore.mutate(entry)}
          />
        )}
      </ListCard>
    )
  }
  return <EntryPages pages={pages} empty="No deleted documents." render={render} />
}
