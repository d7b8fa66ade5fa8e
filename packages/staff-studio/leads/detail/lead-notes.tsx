import { Card, Flex, Stack, Text, TextArea } from '@sanity/ui'
import { useMutationState } from '@tanstack/react-query'
import type { LeadDetail } from 'halvi-leads/contract'
import type { FormEvent } from 'react'
import { useStaffMutation } from '../../staff.tsx'
import { errorText } from '../../staff-request.ts'
import { Alert, Note, SmallButton } from '../../ui/controls.tsx'
import { Time } from '../../ui/time.tsx'
import { List } from '../../ui/tool-page.tsx'
import { escapeInvisible } from '../labels.ts'
import { useMay } from '../people.ts'
import { useUnsavedState } from '../unsaved-state.ts'
import { useCacheLead } from '../use-cache-lead.ts'
import { VisitorText } from '../visitor-text.tsx'

/** The notes of a lead, with a form to add one. */
export function LeadNotes({ lead }: { lead: LeadDetail }) {
  const may = useMay()
  return (
    <Stack space={4}>
      {lead.noteList.length > 0 && (
        <List>
          {lead.noteList.map((note) => (
            <NoteCard key={note.id} note={note} />
          ))}
        </List>
      )}
      {may('leads:change') && lead.delivery !== 'erased' && <NewNote id={lead.id} />}
    </Stack>
  )
}

/** A note with its author. */
export const NoteCard = ({ note }: { note: LeadDetail['noteList'][number] }) => (
  <Card as="li" padding={3} radius={2} tone="transparent" border>
    <Stack space={3}>
      <Text as="div" size={1}>
        <VisitorText text={note.text} />
      </Text>
      <Note>
        <bdi>{escapeInvisible(note.by.name)}</bdi> · <Time at={note.createdAt} long />
      </Note>
    </Stack>
  </Card>
)

function NewNote({ id }: { id: string }) {
  const cacheLead = useCacheLead()
  const [text, type] = useUnsavedState(`note ${id}`, '')
  const mutationKey = ['note', id]
  const { mutate } = useStaffMutation(
    (request, text: string) =>
      request<LeadDetail>(`leads/${id}/notes`, { method: 'POST', body: { text } }),
    {
      mutationKey,
      onSuccess: (lead) => {
        type('')
        return cacheLead(lead)
      },
    },
  )
  // Finds the mutation by its key: the form is unmounted while the session is expired, but a pending note continues.
  const last = useMutationState({ filters: { mutationKey } }).at(-1)
  const isPending = last?.status === 'pending'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() && !isPending) mutate(text.trim())
  }
  return (
    <form onSubmit={submit}>
      <Stack space={3}>
        <TextArea
          aria-label="New note"
          placeholder="Add a note for your team"
          fontSize={1}
          padding={3}
          rows={3}
          maxLength={10_000}
          value={text}
          readOnly={isPending}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit(event)
          }}
        />
        {last?.error && <Alert>Couldn’t save the note. {errorText(last.error)}</Alert>}
        <Flex justify="flex-end">
          <SmallButton
            type="submit"
            mode="default"
            text="Add note"
            loading={isPending}
            disabled={!text.trim() || isPending}
          />
        </Flex>
      </Stack>
    </form>
  )
}
