import { Button, Card, Flex, Grid, Stack, Text, useToast } from '@sanity/ui'
import { useQueryClient } from '@tanstack/react-query'
import type { NewWave, Wave, WavePreview } from 'halvi-leads/contract'
import { type FormEvent, useState } from 'react'
import { useStaffMutation } from '../../staff.tsx'
import { Note, SmallButton, SmallInput } from '../../ui/controls.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { leadsText } from '../labels.ts'
import { useUnsavedState } from '../unsaved-state.ts'
import { Preview } from './preview.tsx'
import { firstDraft } from './wave-draft.ts'

/** Returns a random key, which prevents that one wave is created twice. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')

const number = { type: 'number', min: 1, required: true } as const

const inputs = [
  { name: 'name', label: 'Name', required: true, maxLength: 100 },
  { name: 'count', label: 'People', ...number, max: 10_000 },
  { name: 'perHour', label: 'Emails an hour', ...number, max: 100_000 },
] as const

/** The form for a new wave, with a preview. Nothing is created before the preview and a confirmation. */
export function WaveForm() {
  const cache = useQueryClient()
  const toast = useToast()
  const [draft, setDraft] = useUnsavedState('wave', firstDraft)
  const [key, setKey] = useState(newKey)
  const [preview, setPreview] = useState<WavePreview>()
  const [asking, setAsking] = useState(false)
  const { name, count, perHour, leads } = draft
  const people = { count: Number(count), ...leads?.target }
  const show = useStaffMutation(
    (request) => request<WavePreview>('waves/preview', { method: 'POST', body: people }),
    { failed: 'Couldn’t show the preview', onSuccess: setPreview },
  )
  const create = useStaffMutation(
    (request) => {
      const body: NewWave = { id: key, name, perHour: Number(perHour), ...people }
      return request<Wave>('waves', { method: 'POST', body })
    },
    {
      failed: 'Couldn’t create the wave',
      onSuccess: () => {
        setDraft(firstDraft)
        setPreview(undefined)
        setKey(newKey())
        toast.push({ status: 'success', title: 'Wave created' })
        return cache.invalidateQueries({ queryKey: ['waves'] })
      },
    },
  )
  const change = (next: Partial<typeof draft>) => {
    setPreview(undefined)
    setDraft({ ...draft, ...next })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (preview) setAsking(true)
    else show.mutate()
  }
  const invitations = leadsText(preview?.total ?? 0, 'invitation')
  return (
    <Card as="form" padding={3} radius={3} border onSubmit={submit} aria-label="New wave">
      <Stack space={4}>
        <Flex gap={2} align="center" wrap="wrap">
          <Text size={1}>
            {leads ? `Invites people of ${leads.text}` : 'Invites the next people on the list'}, the
            highest ranks first.
          </Text>
          {leads && (
            <SmallButton
              mode="bleed"
              text="Use the whole list"
              onClick={() => change({ leads: undefined })}
            />
          )}
        </Flex>
        <Grid columns={[1, 2, 3]} gap={3}>
          {inputs.map(({ name, ...input }) => (
            <SmallInput
              key={name}
              {...input}
              value={draft[name]}
              onValue={(value) => change({ [name]: value })}
            />
          ))}
        </Grid>
        {preview && <Preview preview={preview} />}
        <Flex justify="flex-end" gap={2} align="center">
          {preview?.total === 0 && <Note role="status">Nobody can be invited.</Note>}
          <Button
            type="submit"
            fontSize={1}
            padding={3}
            tone="primary"
            text={preview ? 'Create wave' : 'Preview'}
            disabled={preview?.total === 0 || show.isPending || create.isPending}
            loading={show.isPending || create.isPending}
          />
        </Flex>
      </Stack>
      {asking && (
        <ConfirmDialog
          title={`Send ${invitations}?`}
          text={`They are sent at ${Number(perHour).toLocaleString('en-US')} an hour. You can pause the wave, or cancel what is not sent yet.`}
          button={`Send ${invitations}`}
          onConfirm={() => create.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  )
}
