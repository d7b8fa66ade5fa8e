import { ShareIcon } from '@sanity/icons'
import { Stack, Text } from '@sanity/ui'
import { apiVersion } from 'halvi-schemas/api-version'
import { mayEdit, StaffProvider } from 'halvi-staff-studio'
import { Alert, LinkToCopy } from 'halvi-staff-studio/ui'
import { useEffect, useState } from 'react'
import {
  type DocumentActionComponent,
  type SanityDocument,
  useClient,
  useCurrentUser,
  usePerspective,
} from 'sanity'
import { useOriginal } from '../translations/use-original.ts'
import { type DocumentKeys, inLanguage, pagesOf } from './pages.ts'
import { SharedLinks } from './shared-links.tsx'

/** The document action that creates a preview link for people without a Studio account. */
export const sharePreview: DocumentActionComponent = ({
  type,
  version,
  draft,
  published,
  onComplete,
}) => {
  const [open, setOpen] = useState(false)
  const user = useCurrentUser()
  const document = version ?? draft ?? published
  const original = useOriginal(document)
  const [found] = pagesOf(type, shownBy(original))
  const page = found && inLanguage(found, document?.language)
  if (!page || !mayEdit(user)) return null
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

function shownBy(document: Partial<SanityDocument> | undefined): DocumentKeys {
  const slug = document?.slug as { current?: string } | undefined
  return { slug: slug?.current, key: document?.key as string | undefined }
}

/** A link that shows drafts to anyone who has it. It expires at `until`, in milliseconds since 1970. */
interface SharedLink {
  url: string
  until: number
}

function Share({ path }: { path: string }) {
  const { token } = useClient({ apiVersion }).config()
  const { selectedReleaseId, perspectiveStack } = usePerspective()
  const perspective = selectedReleaseId ? String(perspectiveStack) : 'drafts'
  const [link, setLink] = useState<SharedLink>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    createSharedLink(token, path, perspective).then(setLink, () => setFailed(true))
  }, [token, path, perspective])

  if (failed) return <Alert>Couldn’t create a link. Please try again in a moment.</Alert>
  if (!link) return <Text size={1}>Creating a link…</Text>
  const day = new Date(link.until).toLocaleDateString('en-US', { dateStyle: 'long' })
  return (
    <Stack space={4}>
      <Text size={1}>
        Anyone with this link can view the whole site with{' '}
        {perspective === 'drafts' ? 'unpublished changes' : 'the changes of this release'}, but
        can’t edit it. The link expires on {day}.
      </Text>
      <LinkToCopy label="Preview link" address={link.url} />
      <SharedLinks />
    </Stack>
  )
}

/**
 * Creates a link to a page's preview.
 *
 * @param perspective what the link shows: `drafts`, or names of releases, the first one on top
 * @param token the Sanity user's token in a hosted project. Without it, the session cookie identifies the user.
 * @throws Error if the site rejects the request or is unreachable
 */
async function createSharedLink(
  token: string | undefined,
  path: string,
  perspective: string,
): Promise<SharedLink> {
  const search = new URLSearchParams({
    'sanity-preview-pathname': path,
    'sanity-preview-perspective': perspective,
  })
  const response = await fetch(`/preview/share?${search}`, {
    method: 'POST',
    headers: token ? { Authorization: `Bearer ${token}` } : {},
  })
  if (!response.ok) throw new Error(`Creating a preview link failed with status ${response.status}`)
  return response.json()
}
