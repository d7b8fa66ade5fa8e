import { ChevronDownIcon, CloseIcon, EnvelopeIcon, RefreshIcon } from '@sanity/icons'
import { Card, Flex, Text, useToast } from '@sanity/ui'
import { useQueryClient } from '@tanstack/react-query'
import type { BulkChange, LeadSummary } from 'halvi-leads/contract'
import { useState } from 'react'
import { useStaffMutation } from '../../staff.tsx'
import { ActionMenu, SmallButton } from '../../ui/controls.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { leadsText, statusLabels } from '../labels.ts'
import { useMay, usePeople } from '../people.ts'
import { useUnsavedState } from '../unsaved-state.ts'
import { useLeadsUrl } from '../use-leads-url.ts'
import { firstDraft } from '../waves/wave-draft.ts'

type Target = Pick<BulkChange, 'ids' | 'filter'>
type Change = Pick<BulkChange, 'status' | 'owner' | 'replay'>

interface BulkActionsProps {
  count: string
  target: Target
  selectAll: { count: string; onClick(): void } | undefined
  onClear(): void
}

/** The actions for all selected leads. Each action asks for confirmation. */
export function BulkActions({ count, target, selectAll, onClear }: BulkActionsProps) {
  const people = usePeople()
  const change = useBulkChange(onClear)
  const [asked, setAsked] = useState<{ question: string; change: Change }>()
  const leads = count === '1' ? '1 lead' : `${count} leads`
  const may = useMay()
  const { go } = useLeadsUrl()
  const [, setWave] = useUnsavedState('wave', firstDraft)
  const invite = () => {
    const { ids = [] } = target
    setWave({ ...firstDraft, count: String(ids.length), leads: { target: { ids }, text: leads } })
    go('waves')
  }
  const ask = (question: string, change: Change) => () => setAsked({ question, change })
  const menus = {
    Status: (Object.keys(statusLabels) as LeadSummary['status'][]).map((status) => ({
      text: statusLabels[status],
      onClick: ask(`Mark ${leads} as ${statusLabels[status]}?`, { status }),
    })),
    Owner: [{ id: null, name: 'Unassigned' }, ...people].map(({ id, name }) => ({
      text: name,
      onClick: ask(id ? `Assign ${leads} to ${name}?` : `Unassign ${leads}?`, { owner: id }),
    })),
  }
  return (
    <Card tone="primary" paddingX={3} paddingY={2} borderBottom role="group" aria-label="Selection">
      <Flex gap={2} align="center" wrap="wrap">
        <Text size={1} weight="medium" role="status">
          {count} selected
        </Text>
        {selectAll && (
          <SmallButton
            mode="bleed"
            text={`Select all ${selectAll.count}`}
            onClick={selectAll.onClick}
          />
        )}
        {Object.entries(menus).map(([title, actions]) => (
          <ActionMenu
            key={title}
            id={`bulk-${title}`}
            button={{ iconRight: ChevronDownIcon, text: title }}
            popover={{ constrainSize: true }}
            actions={actions}
          />
        ))}
        <SmallButton
          icon={RefreshIcon}
          text="Redeliver"
          disabled={change.isPending}
          onClick={ask(`Redeliver ${leads}?`, { replay: true })}
        />
        {target.ids && may('waves:send') && (
          <SmallButton icon={EnvelopeIcon} text="Invite" onClick={invite} />
        )}
        <SmallButton mode="bleed" icon={CloseIcon} aria-label="Clear selection" onClick={onClear} />
      </Flex>
      {asked && (
        <ConfirmDialog
          title={asked.question}
          button="Apply"
          onConfirm={() => change.mutate({ ...target, ...asked.change })}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Card>
  )
}

/** A mutation that changes many leads. It shows the number of changed leads in a toast and reloads them. */
function useBulkChange(onDone: () => void) {
  const cache = useQueryClient()
  const toast = useToast()
  return useStaffMutation(
    (request, body: BulkChange) =>
      request<{ changed: number }>('leads/bulk', { method: 'POST', body }),
    {
      failed: 'Couldn’t change the leads',
      onSuccess: ({ changed }) => {
        toast.push({ status: 'success', title: `${leadsText(changed)} changed` })
        onDone()
      },
      onSettled: () =>
        Promise.all(['changes', 'lead'].map((key) => cache.invalidateQueries({ queryKey: [key] }))),
    },
  )
}
