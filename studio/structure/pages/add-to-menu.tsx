import { MenuIcon } from '@sanity/icons'
import { Button, Stack, Text } from '@sanity/ui'
import { useEffect, useState } from 'react'
import {
  type DocumentActionComponent,
  type SanityDocument,
  useClient,
  useDocumentOperation,
} from 'sanity'
import { useRouter } from 'sanity/router'
import { pageAddress } from '../../../app/addresses.ts'

interface Settings {
  footerGroups?: { _key: string; title?: string }[]
}

const groupsQuery = '*[_id == "siteSettings"][0]{footerGroups[]{_key, title}}'

/** The document action that adds a link to a page to a menu of the site, in the draft of the settings. */
export const addToMenu: DocumentActionComponent = ({ type, draft, published, onComplete }) => {
  const [open, setOpen] = useState(false)
  const page = (draft ?? published) as (SanityDocument & { slug?: { current?: string } }) | null
  const href = page ? pageAddress(type, page.slug?.current) : undefined
  const close = () => {
    setOpen(false)
    onComplete()
  }
  return {
    label: 'Add to menu',
    icon: MenuIcon,
    disabled: !published || !href,
    title: published ? undefined : 'Publish the page first.',
    onHandle: () => setOpen(true),
    dialog: open &&
      href !== undefined && {
        type: 'dialog',
        header: 'Add to menu',
        width: 'small',
        content: <Menus label={String(page?.title ?? '')} id={published?._id ?? ''} />,
        onClose: close,
      },
  }
}
addToMenu.action = 'addToMenu' as DocumentActionComponent['action']

/** Lists the menus of the site. A press adds the link, and opens the settings, where it can be changed and published. */
function Menus({ label, id }: { label: string; id: string }) {
  const client = useClient({ apiVersion: '2025-02-19' })
  const { patch } = useDocumentOperation('siteSettings', 'siteSettings')
  const { navigateIntent } = useRouter()
  const [settings, setSettings] = useState<Settings>()
  useEffect(() => {
    client
      .fetch<Settings | null>(groupsQuery, {}, { perspective: 'drafts' })
      .catch(() => null)
      .then((found) => setSettings(found ?? {}))
  }, [client])
  const groups = settings?.footerGroups ?? []
  const menus = [
    { title: 'Header menu', path: 'headerLinks' },
    { title: 'Extra entries in the phone menu', path: 'menuLinks' },
    ...groups.map(({ _key, title }) => ({
      title: `Footer: ${title ?? 'column'}`,
      path: `footerGroups[_key=="${_key}"].links`,
    })),
  ]
  const add = (path: string) => {
    const _key = crypto.randomUUID().slice(0, 12)
    const destination = { _type: 'link', page: { _type: 'reference', _ref: id } }
    const link = { _type: 'navLink', _key, label, destination }
    patch.execute([
      { setIfMissing: { [path]: [] } },
      { insert: { after: `${path}[-1]`, items: [link] } },
    ])
    navigateIntent('edit', {
      id: 'siteSettings',
      type: 'siteSettings',
      path: `${path}[_key=="${_key}"]`,
    })
  }
  return (
    <Stack space={3}>
      <Text size={1}>
        The link is added to the draft of the settings, on the tab Menus. Publish them to show it.
      </Text>
      {menus.map(({ title, path }) => (
        <Button
          key={path}
          mode="ghost"
          text={title}
          disabled={!settings || Boolean(patch.disabled)}
          onClick={() => add(path)}
        />
      ))}
    </Stack>
  )
}
