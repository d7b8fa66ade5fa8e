import { Button, Stack, Text } from '@sanity/ui'
import { useQueryClient } from '@tanstack/react-query'
import type { Erased, Mentions } from 'halvi-leads/contract'
import { type FormEvent, useState } from 'react'
import { useStaff, useStaffMutation, useStaffQuery } from '../../staff.tsx'
import { errorText } from '../../staff-request.ts'
import { Alert, SmallInput } from '../../ui/controls.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { Isolated } from '../visitor-text.tsx'
import { ErasedText, type MentionsChoice, MentionsField } from './mentions.tsx'

interface EraseDialogProps {
  email: string
  onClose(): void
}

/** A dialog that erases all leads with an email. First it shows other leads that mention the email. */
export function EraseDialog({ email, onClose }: EraseDialogProps) {
  const request = useStaff()
  const cache = useQueryClient()
  const [typed, setTyped] = useState('')
  const [choice, setChoice] = useState<MentionsChoice>()
  const { data: mentions, error } = useStaffQuery<Mentions>(['mentions', email], '', {
    queryFn: ({ signal }) => request('leads/mentions', { method: 'POST', body: { email }, signal }),
    // Not cached, because other users may add notes.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const isChosen = mentions && (mentions.leads.length === 0 || choice !== undefined)
  const isConfirmed = isChosen && typed.trim().toLowerCase() === email.trim().toLowerCase()
  const erase = useStaffMutation(
    (request) =>
      request<Erased>('leads/erase', {
        method: 'POST',
        body: { email, confirm: typed.trim(), mentions: choice },
      }),
    {
      onSuccess: () =>
        Promise.all(['lead', 'changes'].map((key) => cache.invalidateQueries({ queryKey: [key] }))),
    },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isConfirmed && !erase.isPending) erase.mutate()
  }
  return (
    <Dialog id="leads-erase" header="Erase all data for this email" onClose={onClose}>
      {erase.data ? (
        <>
          <Text size={1} role="status">
            <ErasedText {...erase.data} />
          </Text>
          <Button fontSize={1} padding={3} text="Close" onClick={onClose} autoFocus />
        </>
      ) : (
        <form onSubmit={submit}>
          <Stack space={4}>
            <Text size={1}>
              This erases the answers and notes of every lead with this email. It can’t be undone.
            </Text>
            {mentions ? (
              <MentionsField mentions={mentions} choice={choice} onChoose={setChoice} />
            ) : (
              <Text size={1} role={error ? 'alert' : 'status'}>
                {error ? errorText(error) : 'Searching other leads for this email…'}
              </Text>
            )}
            <SmallInput
              label={
                <span style={{ overflowWrap: 'anywhere' }}>
                  To confirm, type <Isolated text={email} />
                </span>
              }
              autoFocus
              autoComplete="off"
              spellCheck={false}
              padding={3}
              value={typed}
              onValue={setTyped}
            />
            {erase.error && <Alert>Nothing was erased. {errorText(erase.error)}</Alert>}
            <DialogButtons
              buttons={[
                { mode: 'bleed', text: 'Cancel', onClick: onClose },
                {
                  type: 'submit',
                  tone: 'critical',
                  text: 'Erase',
                  disabled: !isConfirmed || erase.isPending,
                },
              ]}
            />
          </Stack>
        </form>
      )}
    </Dialog>
  )
}
