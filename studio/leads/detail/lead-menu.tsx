import {
  DownloadIcon,
  EllipsisHorizontalIcon,
  LinkIcon,
  RefreshIcon,
  TrashIcon,
} from '@sanity/icons'
import { Button, Menu, MenuButton, MenuDivider, MenuItem, useToast } from '@sanity/ui'
import { useMutation } from '@tanstack/react-query'
import type { LeadDetail } from 'halvi-leads/contract'
import { useState } from 'react'
import { useMay } from '../api/people.ts'
import { saveAsJson } from '../api/save-file.ts'
import { useStaff } from '../api/staff-context.tsx'
import { reasonOf } from '../failure.tsx'
import { EraseDialog } from './erase-dialog.tsx'
import { useKeepLead } from './use-lead-change.ts'

/** What can be done with a lead besides answering it. */
export function LeadMenu({ lead }: { lead: LeadDetail }) {
  const { id, email, delivery } = lead
  const request = useStaff()
  const toast = useToast()
  const may = useMay()
  const keep = useKeepLead()
  // The address: an erased lead loses it while the dialog is open.
  const [erasing, setErasing] = useState<string>()
  const onError = (error: Error) => toast.push({ status: 'error', title: reasonOf(error) })
  const replay = useMutation({
    mutationFn: () => request<LeadDetail>(`leads/${id}/replay`, { method: 'POST' }),
    onSuccess: async (replayed) => {
      await keep(replayed)
      toast.push({ status: 'success', title: 'It is delivered again' })
    },
    onError,
  })
  const about = useMutation({
    mutationFn: () => request('leads/about', { method: 'POST', body: { email } }),
    onSuccess: (everything) => saveAsJson(everything, 'about-this-address.json'),
    onError,
  })
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href)
      toast.push({ status: 'success', title: 'The link was copied' })
    } catch {
      toast.push({ status: 'warning', title: 'Copy it out of the address bar' })
    }
  }
  return (
    <>
      <MenuButton
        id="lead-menu"
        button={
          <Button
            fontSize={1}
            padding={2}
            mode="bleed"
            icon={EllipsisHorizontalIcon}
            aria-label="More about this lead"
          />
        }
        popover={{ portal: true, placement: 'bottom-end' }}
        menu={
          <Menu>
            <MenuItem fontSize={1} icon={LinkIcon} text="Copy link" onClick={copy} />
            {may('leads:change') && (
              <MenuItem
                fontSize={1}
                icon={RefreshIcon}
                text="Deliver again"
                disabled={delivery === 'stored' || delivery === 'erased' || replay.isPending}
                onClick={() => replay.mutate()}
              />
            )}
            {email && may('leads:export') && (
              <MenuItem
                fontSize={1}
                icon={DownloadIcon}
                text="Everything about this address"
                disabled={about.isPending}
                onClick={() => about.mutate()}
              />
            )}
            {email && may('leads:erase') && (
              <>
                <MenuDivider />
                <MenuItem
                  fontSize={1}
                  icon={TrashIcon}
                  tone="critical"
                  text="Erase everything about this address"
                  onClick={() => setErasing(email)}
                />
              </>
            )}
          </Menu>
        }
      />
      {erasing && <EraseDialog email={erasing} onClose={() => setErasing(undefined)} />}
    </>
  )
}
