import { Box, Button, Flex, Stack, Text, TextInput } from '@sanity/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Erased, Mentions } from 'halvi-leads/contract'
import { type FormEvent, useId, useState } from 'react'
import { Dialog } from '../../dialog.tsx'
import { useStaff } from '../api/staff-context.tsx'
import { reasonOf } from '../failure.tsx'
import { visible } from '../text/visible.ts'
import { ErasedText, type MentionsChoice, MentionsField } from './mentions.tsx'

interface EraseDialogProps {
  email: string
  onClose(): void
}

/** Erases every lead with an address, once somebody has seen where else it stands, and typed it. */
export function EraseDialog({ email, onClose }: EraseDialogProps) {
  const request = useStaff()
  const cache = useQueryClient()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [choice, setChoice] = useState<MentionsChoice>()
  const found = useQuery({
    queryKey: ['mentions', email],
    queryFn: ({ signal }) =>
      request<Mentions>('leads/mentions', { method: 'POST', body: { email }, signal }),
    // As they are now: others write notes meanwhile.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const mentions = found.data
  const isChosen = mentions && (mentions.leads.length === 0 || choice !== undefined)
  const isConfirmed = isChosen && typed.trim().toLowerCase() === email.trim().toLowerCase()
  const erase = useMutation({
    mutationFn: () =>
      request<Erased>('leads/erase', {
        method: 'POST',
        body: { email, confirm: typed.trim(), mentions: choice },
      }),
    onSuccess: () =>
      Promise.all(['lead', 'changes'].map((key) => cache.invalidateQueries({ queryKey: [key] }))),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isConfirmed && !erase.isPending) erase.mutate()
  }
  const { data } = erase
  return (
    <Dialog
      id="leads-erase"
      header="Erase everything about this address"
      width={0}
      onClose={onClose}
    >
      <Box padding={4}>
        {data ? (
          <Stack space={4}>
            <Text size={1} role="status">
              <ErasedText {...data} />
            </Text>
            <Button fontSize={1} padding={3} text="Close" onClick={onClose} autoFocus />
          </Stack>
        ) : (
          <form onSubmit={submit}>
            <Stack space={4}>
              <Text size={1}>
                Every lead with this address loses its answers, and its notes are deleted. Nobody
                can take this back.
              </Text>
              {mentions ? (
                <MentionsField mentions={mentions} choice={choice} onChoose={setChoice} />
              ) : (
                <Text size={1} role={found.error ? 'alert' : 'status'}>
                  {found.error ? reasonOf(found.error) : 'Looking for the address in other leads…'}
                </Text>
              )}
              <Stack space={3}>
                <Text as="label" size={1} weight="medium" {...{ htmlFor: id }}>
                  To confirm, type{' '}
                  <bdi dir="auto" style={{ overflowWrap: 'anywhere' }}>
                    {visible(email)}
                  </bdi>
                </Text>
                <TextInput
                  id={id}
                  autoFocus
                  autoComplete="off"
                  spellCheck={false}
                  fontSize={1}
                  padding={3}
                  value={typed}
                  onChange={(event) => setTyped(event.currentTarget.value)}
                />
              </Stack>
              {erase.error && (
                <Text size={1} role="alert">
                  Nothing was erased. {reasonOf(erase.error)}
                </Text>
              )}
              <Flex gap={2} justify="flex-end">
                <Button fontSize={1} padding={3} mode="bleed" text="Cancel" onClick={onClose} />
                <Button
                  type="submit"
                  fontSize={1}
                  padding={3}
                  tone="critical"
                  text="Erase"
                  disabled={!isConfirmed || erase.isPending}
                />
              </Flex>
            </Stack>
          </form>
        )}
      </Box>
    </Dialog>
  )
}
