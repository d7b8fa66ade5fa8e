import { Box, Button, Stack, Text, useToast } from '@sanity/ui'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { apiVersion } from 'halvi-schemas/api-version'
import { mayEdit, StaffProvider } from 'halvi-staff-studio'
import { Failure, List, ListCard, Loading, Note, Time } from 'halvi-staff-studio/ui'
import { type SanityDocument, useClient, useCurrentUser, useSchema } from 'sanity'
import { useRouter } from 'sanity/router'
import { titleOf } from '../links/document-links.tsx'

interface Deleted {
  /** The published id of the document. */
  id: string
  timestamp: string
  author: { name: string }
  /** The type and the first short texts of the document. */
  document: SanityDocument
}

interface Page {
  deleted: Deleted[]
  next?: string
}

/** The deleted documents, newest first. Each can be restored as a draft, which then opens. */
export const Bin = () => (
  <StaffProvider>
    <Box padding={4} data-testid="bin">
      <BinList />
    </Box>
  </StaffProvider>
)

function BinList() {
  const schema = useSchema()
  const client = useClient({ apiVersion })
  const { navigateIntent } = useRouter()
  const toast = useToast()
  const user = useCurrentUser()
  const path = `/bin/${client.config().dataset}`
  const types = schema.getTypeNames().filter((name) => schema.get(name)?.type?.name === 'document')
  const pages = useInfiniteQuery({
    queryKey: ['bin'],
    queryFn: ({ pageParam: before, signal }) => {
      const query = { types: types.join(), ...(before && { before }) }
      return client.request<Page>({ uri: path, query, signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchOnMount: 'always',
  })
  const restore = useMutation({
    mutationFn: ({ id }: Deleted) =>
      client.request({ uri: `${path}/${id}/restore`, method: 'POST', body: {} }),
    onSuccess: (_, { id, document }) => {
      toast.push({ status: 'success', title: 'Restored as a draft. Publish it to show it again.' })
      navigateIntent('edit', { id, type: document._type })
    },
    onError: (error) => {
      toast.push({ status: 'error', title: 'Not restored', description: error.message })
      void pages.refetch()
    },
  })
  if (pages.isError) {
    const message = 'Couldn’t load the list. Try again in a moment.'
    return <Failure message={message} retry={() => void pages.refetch()} />
  }
  if (!pages.data) return <Loading />
  const entries = pages.data.pages.flatMap(({ deleted }) => deleted)
  if (entries.length === 0) return <Note>No deleted documents.</Note>
  return (
    <Stack space={4}>
      <List>
        {entries.map((entry) => {
          const { id, document, author, timestamp } = entry
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
        })}
      </List>
      {pages.hasNextPage && (
        <Button
          text="Show more"
          mode="ghost"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        />
      )}
    </Stack>
  )
}
