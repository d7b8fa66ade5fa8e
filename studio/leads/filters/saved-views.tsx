import { BookmarkIcon, TrashIcon } from '@sanity/icons'
import { Box, Checkbox, Flex, Stack, Text } from '@sanity/ui'
import { useQueryClient } from '@tanstack/react-query'
import type { SavedView } from 'halvi-leads/contract'
import { type FormEvent, useId, useState } from 'react'
import { useStaffMutation, useStaffQuery } from '../../staff.tsx'
import { errorText } from '../../staff-request.ts'
import { Labeled, Note, SmallButton, SmallInput } from '../../ui/controls.tsx'
import { PopoverButton } from '../../ui/popover-button.tsx'
import { useMe } from '../people.ts'
import { paramsOf, type Selection, selectionOf } from '../selection.ts'

interface SavedViewsProps {
  selection: Selection
  onChange(selection: Selection): void
}

/** The saved views: the user's own, and views that others share. */
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
  const me = useMe()
  const { data, error } = useStaffQuery<{ views: SavedView[] }>(['views'], 'views')
  const remove = useStaffMutation(
    (request, id: string) => request(`views/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    { failed: '', onSettled: () => cache.invalidateQueries({ queryKey: ['views'] }) },
  )
  if (error) return <Note>{errorText(error)}</Note>
  if (!data?.views.length) return <Note>{data ? 'No saved views yet.' : 'Loading…'}</Note>
  return (
    <Stack as="ul" space={1} aria-label="Saved views">
      {data.views.map(({ id, name, owner, ...view }) => (
        <Flex as="li" key={id} align="center" gap={1}>
          <Box flex={1} style={{ minWidth: 0 }}>
            <SmallButton
              mode="bleed"
              width="fill"
              justify="flex-start"
              text={owner.id === me?.id ? name : `${name} · ${owner.name}`}
              onClick={() => onChoose({ id, name, owner, ...view })}
            />
          </Box>
          {owner.id === me?.id && (
            <SmallButton
              mode="bleed"
              tone="critical"
              icon={TrashIcon}
              aria-label={`Delete view ${name}`}
              onClick={() => remove.mutate(id)}
            />
          )}
        </Flex>
      ))}
    </Stack>
  )
}

function SaveView({ selection }: { selection: Selection }) {
  const cache = useQueryClient()
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const id = useId()
  const save = useStaffMutation(
    (request) => {
      const query = new URLSearchParams(paramsOf(selection)).toString()
      return request<SavedView>('views', {
        method: 'POST',
        body: { name: name.trim(), query, shared },
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
        <Labeled label="Save current view as">
          {(id) => <SmallInput id={id} maxLength={100} value={name} onValue={setName} />}
        </Labeled>
        <Flex align="center" gap={2}>
          <Checkbox
            id={id}
            checked={shared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
          <Box flex={1}>
            <Text as="label" size={1} {...{ htmlFor: id }}>
              Share with everyone
            </Text>
          </Box>
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
