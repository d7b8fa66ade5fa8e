import { BookmarkIcon, TrashIcon } from '@sanity/icons'
import { Box, Flex, Stack } from '@sanity/ui'
import { useQueryClient } from '@tanstack/react-query'
import type { SavedView } from 'halvi-leads/contract'
import { type FormEvent, useState } from 'react'
import { useStaffMutation, useStaffQuery } from '../../staff.tsx'
import { errorText } from '../../staff-request.ts'
import { Note, SmallButton, SmallInput } from '../../ui/controls.tsx'
import { PopoverButton } from '../../ui/popover-button.tsx'
import { paramsOf, type Selection, selectionOf } from '../selection.ts'

interface SavedViewsProps {
  selection: Selection
  onChange(selection: Selection): void
}

/** The saved views of the user. */
export function SavedViews({ selection, onChange }: SavedViewsProps) {
  return (
    <PopoverButton text="Views" icon={BookmarkIcon}>
      {(close) => (
        <Stack space={4}>
          <ViewList
            onChoose={(view) => {
              onChange(selectionOf(new URLSearchParams(view.query)))
              close()
            }}
          />
          <SaveView selection={selection} />
        </Stack>
      )}
    </PopoverButton>
  )
}

function ViewList({ onChoose }: { onChoose(view: SavedView): void }) {
  const cache = useQueryClient()
  const { data, error } = useStaffQuery<{ views: SavedView[] }>(['views'], 'views')
  const remove = useStaffMutation(
    (request, id: string) => request(`views/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    { failed: '', onSettled: () => cache.invalidateQueries({ queryKey: ['views'] }) },
  )
  if (error) return <Note>{errorText(error)}</Note>
  if (!data?.views.length) return <Note>{data ? 'No saved views yet.' : 'Loading…'}</Note>
  return (
    <Stack as="ul" space={1} aria-label="Saved views">
      {data.views.map((view) => (
        <Flex as="li" key={view.id} align="center" gap={1}>
          <Box flex={1} style={{ minWidth: 0 }}>
            <SmallButton
              mode="bleed"
              width="fill"
              justify="flex-start"
              text={view.name}
              onClick={() => onChoose(view)}
            />
          </Box>
          <SmallButton
            mode="bleed"
            tone="critical"
            icon={TrashIcon}
            aria-label={`Delete view ${view.name}`}
            onClick={() => remove.mutate(view.id)}
          />
        </Flex>
      ))}
    </Stack>
  )
}

function SaveView({ selection }: { selection: Selection }) {
  const cache = useQueryClient()
  const [name, setName] = useState('')
  const save = useStaffMutation(
    (request) => {
      const query = new URLSearchParams(paramsOf(selection)).toString()
      return request<SavedView>('views', {
        method: 'POST',
        body: { name: name.trim(), query },
      })
    },
    {
      failed: '',
      onSuccess: () => {
        setName('')
        return cache.invalidateQueries({ queryKey: ['views'] })
      },
    },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) save.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack space={3}>
        <SmallInput label="Save current view as" maxLength={100} value={name} onValue={setName} />
        <Flex justify="flex-end">
          <SmallButton
            type="submit"
            mode="default"
            tone="primary"
            text="Save"
            disabled={!name.trim() || save.isPending}
          />
        </Flex>
      </Stack>
    </form>
  )
}
