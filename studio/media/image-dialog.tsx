import { CloseIcon } from '@sanity/icons'
import { Box, Flex, Stack, Text } from '@sanity/ui'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useCurrentUser } from 'sanity'
import { DocumentLinks } from '../links/document-links.tsx'
import { mayEdit } from '../people/access.ts'
import { Labeled, Note, SmallButton, SmallInput } from '../ui/controls.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Problem } from '../ui/states.tsx'
import { addTag, fetchUses, type MediaImage, removeTag, type Tag } from './media.ts'
import { useMediaChange, useMediaClient } from './use-media.ts'

interface ImageDialogProps {
  image: MediaImage
  tags: readonly Tag[]
  onClose(): void
}

/** Shows an image with its tags and the documents that use it. Only an unused image can be deleted. */
export function ImageDialog({ image, tags, onClose }: ImageDialogProps) {
  const client = useMediaClient()
  const [refused, setRefused] = useState(false)
  const [isSure, setSure] = useState(false)
  const canEdit = mayEdit(useCurrentUser())
  const { _id: id, url, filename, bytes, width, height } = image
  const { data: uses, refetch } = useQuery({
    queryKey: ['media', 'uses', id],
    queryFn: () => fetchUses(client, id),
    retry: false,
  })
  const remove = useMediaChange('The image could not be deleted', () => client.delete(id))
  const onDelete = async () => {
    // Somebody may have used the image since the dialog was opened. The content API checks it again.
    const { data } = await refetch()
    setRefused(data !== undefined && data.length > 0)
    setSure(data?.length === 0)
  }
  const isUsed = uses !== undefined && uses.length > 0
  const close = { mode: 'bleed', text: 'Close', onClick: onClose, autoFocus: true } as const
  const confirm = isSure
    ? {
        text: 'Delete permanently',
        onClick: () => remove.mutate(undefined, { onSuccess: onClose }),
      }
    : { text: 'Delete', onClick: () => void onDelete() }
  return (
    <Dialog
      id="image"
      data-testid="image-dialog"
      header={filename || 'Image'}
      width={1}
      onClose={onClose}
      buttons={
        canEdit ? [close, { tone: 'critical', loading: remove.isPending, ...confirm }] : [close]
      }
    >
      <Box>
        <img src={`${url}?w=900&h=600&fit=max&auto=format`} alt="" style={preview} />
      </Box>
      <Note>
        {width} × {height} pixels, {Math.ceil(bytes / 1000).toLocaleString('en-US')} kB
      </Note>
      <Tags image={image} tags={tags} canEdit={canEdit} />
      <Stack space={3} as="section" aria-label="Used in">
        <Text size={1} weight="medium">
          Used in
        </Text>
        {isUsed && <DocumentLinks documents={uses.map((document) => ({ document }))} />}
        {uses?.length === 0 && <Note>No document uses this image.</Note>}
      </Stack>
      <Problem
        message={
          refused ? 'This image is in use. First replace it in the documents above.' : undefined
        }
      />
    </Dialog>
  )
}

const preview = { maxWidth: '100%', maxHeight: '40vh', display: 'block', margin: '0 auto' }

function Tags({ image, tags, canEdit }: { canEdit: boolean } & Omit<ImageDialogProps, 'onClose'>) {
  const client = useMediaClient()
  const [name, setName] = useState('')
  const options = useId()
  const add = useMediaChange('The tag could not be added', (tag: string) =>
    addTag(client, image, tag, tags),
  )
  const remove = useMediaChange('The tag could not be removed', (tag: Tag) =>
    removeTag(client, image, tag),
  )
  const own = tags.filter(({ _id }) => image.tags?.includes(_id))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const tag = name.trim()
    if (tag) add.mutate(tag, { onSuccess: () => setName('') })
  }
  return (
    <Stack space={3}>
      <Flex gap={2} wrap="wrap" as="ul" padding={0} style={{ listStyle: 'none', margin: 0 }}>
        {own.map((tag) => (
          <li key={tag._id}>
            <SmallButton
              iconRight={CloseIcon}
              text={tag.name}
              aria-label={`Remove tag ${tag.name}`}
              disabled={!canEdit || remove.isPending}
              onClick={() => remove.mutate(tag)}
            />
          </li>
        ))}
      </Flex>
      {canEdit && (
        <form onSubmit={submit}>
          <Labeled label="Add a tag">
            {(field) => (
              <Flex gap={2}>
                <SmallInput
                  id={field}
                  list={options}
                  maxLength={60}
                  value={name}
                  onValue={setName}
                />
                <SmallButton type="submit" text="Add" loading={add.isPending} />
              </Flex>
            )}
          </Labeled>
          <datalist id={options}>
            {tags.map((tag) => (
              <option key={tag._id} value={tag.name} />
            ))}
          </datalist>
        </form>
      )}
    </Stack>
  )
}
