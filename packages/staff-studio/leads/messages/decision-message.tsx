import { useToast } from '@sanity/ui'
import type { LeadDetail } from 'halvi-leads/contract'
import { useState } from 'react'
import { useStaffMutation } from '../../staff.tsx'
import { Note, SmallButton } from '../../ui/controls.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { escapeInvisible, statusLabels } from '../labels.ts'
import { useMay } from '../people.ts'
import { useCacheLead } from '../use-cache-lead.ts'

/** The button that sends the message about an accepted or declined lead. Changing the status sends nothing. */
export function DecisionMessage({ lead }: { lead: LeadDetail }) {
  const { id, status, announced, applicant, email } = lead
  const may = useMay()
  const toast = useToast()
  const cacheLead = useCacheLead()
  const [asking, setAsking] = useState(false)
  const { mutate, isPending } = useStaffMutation(
    (request) =>
      request<LeadDetail>(`leads/${id}/decision`, { method: 'POST', body: { kind: status } }),
    {
      failed: 'The message wasn’t sent',
      onSuccess(changed) {
        toast.push({ status: 'success', title: 'Message queued' })
        return cacheLead(changed)
      },
    },
  )
  const isDecided = status === 'accepted' || status === 'declined'
  if (!applicant || !isDecided || !may('leads:change')) return null
  const name = `“${statusLabels[status]}”`
  if (announced.includes(status)) return <Note>The message {name} was sent.</Note>
  const text = `Send the message ${name}`
  return (
    <div>
      <SmallButton text={text} disabled={isPending} onClick={() => setAsking(true)} />
      {asking && (
        <ConfirmDialog
          title={`${text}?`}
          text={`To ${escapeInvisible(email)}`}
          button="Send"
          onConfirm={() => mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
