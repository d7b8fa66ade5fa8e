import {
  DownloadIcon,
  EllipsisHorizontalIcon,
  LinkIcon,
  RefreshIcon,
  TrashIcon,
} from '@sanity/icons'
import { useToast } from '@sanity/ui'
import type { LeadDetail } from 'halvi-leads/contract'
import { useState } from 'react'
import { useStaffMutation } from '../../staff.tsx'
import { ActionMenu } from '../../ui/controls.tsx'
import { useMay } from '../people.ts'
import { saveAsJson } from '../save-file.ts'
import { useCacheLead } from '../use-cache-lead.ts'
import { EraseDialog } from './erase-dialog.tsx'

/** The menu with actions for a lead. */
export function LeadMenu({ lead }: { lead: LeadDetail }) {
  const { id, email, delivery } = lead
  const toast = useToast()
  const may = useMay()
  const cacheLead = useCacheLead()
  // Keeps the email, because an erased lead loses it while the dialog is open.
  const [erasing, setErasing] = useState<string>()
  const replay = useStaffMutation(
    (request) => request<LeadDetail>(`leads/${id}/replay`, { method: 'POST' }),
    {
      failed: '',
      onSuccess: async (replayed) => {
        await cacheLead(replayed)
        toast.push({ status: 'success', title: 'Redelivery started' })
      },
    },
  )
  const about = useStaffMutation(
    (request) => request('leads/about', { method: 'POST', body: { email } }),
    { failed: '', onSuccess: (data) => saveAsJson(data, 'lead-data.json') },
  )
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href)
      toast.push({ status: 'success', title: 'Link copied' })
    } catch {
      toast.push({
        status: 'warning',
        title: 'Couldn’t copy the link. Copy it from the address bar.',
      })
    }
  }
  const actions = [
    { icon: LinkIcon, text: 'Copy link', onClick: copy },
    may('leads:change') && {
      icon: RefreshIcon,
      text: 'Redeliver',
      disabled: delivery === 'stored' || delivery === 'erased' || replay.isPending,
      onClick: () => replay.mutate(),
    },
    email &&
      may('leads:export') && {
        icon: DownloadIcon,
        text: 'Export all data for this email',
        disabled: about.isPending,
        onClick: () => about.mutate(),
      },
    ...(email && may('leads:erase')
      ? [
          null,
          {
            icon: TrashIcon,
            tone: 'critical' as const,
            text: 'Erase all data for this email',
            onClick: () => setErasing(email),
          },
        ]
      : []),
  ]
  return (
    <>
      <ActionMenu
        id="lead-menu"
        button={{
          mode: 'bleed',
          icon: EllipsisHorizontalIcon,
          'aria-label': 'Lead actions',
        }}
        popover={{ placement: 'bottom-end' }}
        actions={actions.filter((action) => action !== false && action !== '')}
      />
      {erasing && <EraseDialog email={erasing} onClose={() => setErasing(undefined)} />}
    </>
  )
}
