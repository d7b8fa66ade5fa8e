import { UploadIcon } from '@sanity/icons'
import { Card, Flex, Grid, Stack, Text } from '@sanity/ui'
import { useDeferredValue, useRef, useState } from 'react'
import { useCurrentUser } from 'sanity'
import { mayEdit } from '../people/access.ts'
import { newCache, StaffProvider } from '../staff.tsx'
import { Choice, Note, SmallButton, SmallInput } from '../ui/controls.tsx'
import { Loaded } from '../ui/states.tsx'
import { ToolPage } from '../ui/tool-page.tsx'
import { ImageDialog } from './image-dialog.tsx'
import { type MediaImage, pageSize } from './media.ts'
import { useMedia, useUpload } from './use-media.ts'

const cache = newCache()

/** The Media tool: all images, with search, tags, and where each is used. */
export default function MediaView() {
  return (
    <StaffProvider cache={cache}>
      <ToolPage title="Media" width={4} data-testid="media-tool">
        <Library />
      </ToolPage>
    </StaffProvider>
  )
}

function Library() {
  const [search, setSearch] = useState('')
  const [tag, setTag] = useState('')
  const [end, setEnd] = useState(pageSize)
  const [selected, select] = useState<string>()
  const filter = { search: useDeferredValue(search), tag }
  const { images, tags } = useMedia(filter, end)
  const image = images.data?.images.find(({ _id }) => _id === selected)
  return (
    <Stack space={5}>
      <Flex gap={3} wrap="wrap" align="center" role="search">
        <SmallInput
          aria-label="Search images"
          placeholder="Search by file name"
          type="search"
          value={search}
          onValue={setSearch}
        />
        <div>
          <Choice
            aria-label="Tag"
            value={tag}
            choices={[['', 'All images'], ...tags.map(({ _id, name }) => [_id, name] as const)]}
            onChange={({ currentTarget }) => setTag(currentTarget.value)}
          />
        </div>
        <UploadButton />
      </Flex>
      <Loaded query={images}>
        {({ images: shown, count }) => (
          <>
            <Note role="status">{count === 1 ? '1 image' : `${count} images`}</Note>
            <Grid as="ul" gap={3} padding={0} style={columns}>
              {shown.map((one) => (
                <Thumbnail key={one._id} image={one} onSelect={() => select(one._id)} />
              ))}
            </Grid>
            {shown.length < count && (
              <div>
                <SmallButton text="Show more" onClick={() => setEnd(end + pageSize)} />
              </div>
            )}
          </>
        )}
      </Loaded>
      {image && <ImageDialog image={image} tags={tags} onClose={() => select(undefined)} />}
    </Stack>
  )
}

const columns = {
  gridTemplateColumns: 'repeat(auto-fill, minmax(8.5rem, 1fr))',
  listStyle: 'none',
  margin: 0,
}
const picture = {
  display: 'block',
  width: '100%',
  aspectRatio: '1',
  objectFit: 'contain',
} as const

/** Returns the name of an image for people. */
const nameOf = ({ filename, _id }: MediaImage) => filename || _id

function Thumbnail({ image, onSelect }: { image: MediaImage; onSelect(): void }) {
  return (
    <li>
      <Card
        as="button"
        border
        radius={2}
        padding={2}
        style={{ width: '100%' }}
        aria-label={nameOf(image)}
        onClick={onSelect}
      >
        <Stack space={3}>
          <img
            src={`${image.url}?w=280&h=280&fit=max&auto=format`}
            alt=""
            loading="lazy"
            style={picture}
          />
          <Text size={1} textOverflow="ellipsis">
            {nameOf(image)}
          </Text>
        </Stack>
      </Card>
    </li>
  )
}

function UploadButton() {
  const input = useRef<HTMLInputElement>(null)
  const { mutate, isPending } = useUpload()
  if (!mayEdit(useCurrentUser())) return null
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept="image/*"
        onChange={({ currentTarget }) => {
          mutate([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
      <SmallButton
        icon={UploadIcon}
        text="Upload"
        loading={isPending}
        onClick={() => input.current?.click()}
      />
    </>
  )
}
