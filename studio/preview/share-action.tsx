import { ShareIcon } from '@sanity/icons'
import { Stack, Text } from '@sanity/ui'
import { useEffect, useState } from 'react'
import {
  type DocumentActionComponent,
  type SanityDocument,
  useClient,
  useCurrentUser,
} from 'sanity'
import { StaffProvider } from '../leads/api/staff-context.tsx'
import { LinkToCopy } from '../links/link-to-copy.tsx'
import { pagesOf, type Shown } from './pages.ts'
import { createSharedLink, type SharedLink } from './share-link.ts'
import { SharedLinks } from './shared-links.tsx'

/** Offers a link to the preview of the document's page, for people without a way into the Studio. */
export const sharePreview: DocumentActionComponent = ({ type, draft, published, onComplete }) => {
  const [open, setOpen] = useState(false)
  const role = useCurrentUser()?.role
  const page = pagesOf(type, shownBy(draft ?? published))[0]
  if (!page || role === 'viewer' || role === 'leads') return null
  return {
    label: 'Share preview',
    icon: ShareIcon,
    onHandle: () => setOpen(true),
    dialog: open && {
      type: 'dialog',
      header: 'Share preview',
      width: 'small',
      content: (
        <StaffProvider>
          <Share path={page.href} />
        </StaffProvider>
      ),
      onClose: () => {
        setOpen(false)
        onComplete()
      },
    },
  }
}
sharePreview.action = 'sharePreview' as DocumentActionComponent['action']

function shownBy(document: SanityDocument | null): Shown {
  const slug = document?.slug as { current?: string } | undefined
  return { slug: slug?.current, key: document?.key as string | undefined }
}

function Share({ path }: { path: string }) {
  const { token } = useClient({ apiVersion: '2025-02-19' }).config()
  const [link, setLink] = useState<SharedLink>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    createSharedLink(token, path).then(setLink, () => setFailed(true))
  }, [token, path])

  if (failed) {
    return (
      <Text role="alert" size={1}>
        No link could be made. Please try again in a moment.
      </Text>
    )
  }
  if (!link) return <Text size={1}>Making a link…</Text>
  const day = new Date(link.until).toLocaleDateString('en-US', { dateStyle: 'long' })
  return (
    <Stack space={4}>
      <Text size={1}>
        Anyone with this link sees the whole site with everything that is not public yet, and can’t
        change anything. It works until {day}.
      </Text>
      <LinkToCopy label="Link to the preview" address={link.url} />
      <SharedLinks />
    </Stack>
  )
}
