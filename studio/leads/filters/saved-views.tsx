import { BookmarkIcon, TrashIcon } from '@sanity/icons'
import { Box, Button, Checkbox, Flex, Stack, Text, TextInput, useToast } from '@sanity/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SavedView } from 'halvi-leads/contract'
import { type FormEvent, useId, useState } from 'react'
import { paramsOf, type Selection, selectionOf } from '../address.ts'
import { useMe } from '../api/people.ts'
import { useStaff } from '../api/staff-context.tsx'
import { reasonOf } from '../failure.tsx'
import { PopoverButton } from '../popover-button.tsx'

interface SavedViewsProps {
  selection: Selection
  onChange(selection: Selection): void
}

/** Selections that were given a name: one's own, and those that others share. */
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
  const request = useStaff()
  const cache = useQueryClient()
  const toast = useToast()
  const { data: me } = useMe()
  const { data, isPending, error } = useQuery({
    queryKey: ['views'],
    queryFn: ({ signal }) => request<{ views: SavedView[] }>('views', { signal }),
  })
  const remove = useMutation({
    mutationFn: (id: string) => request(`views/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['views'] }),
    onError: (failure) => toast.push({ status: 'error', title: reasonOf(failure) }),
  })
  if (isPending || error || data.views.length === 0) {
    return (
      <Text size={1} muted>
        {isPending ? 'Loading…' : error ? reasonOf(error) : 'No view has been saved yet.'}
      </Text>
    )
  }
  return (
    <Stack as="ul" space={1} aria-label="Saved views">
      {data.views.map((view) => (
        <Flex as="li" key={view.id} align="center" gap={1}>
          <Box flex={1} style={{ minWidth: 0 }}>
            <Button
              fontSize={1}
              padding={2}
              mode="bleed"
              width="fill"
              justify="flex-start"
              text={view.owner.id === me?.id ? view.name : `${view.name} · ${view.owner.name}`}
              onClick={() => onChoose(view)}
            />
          </Box>
          {view.owner.id === me?.id && (
            <Button
              fontSize={1}
              padding={2}
              mode="bleed"
              tone="critical"
              icon={TrashIcon}
              aria-label={`Delete the view ${view.name}`}
              onClick={() => remove.mutate(view.id)}
            />
          )}
        </Flex>
      ))}
    </Stack>
  )
}

function SaveView({ selection }: { selection: Selection }) {
  const request = useStaff()
  const cache = useQueryClient()
  const toast = useToast()
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const id = useId()
  const save = useMutation({
    mutationFn: () =>
      request<SavedView>('views', {
        method: 'POST',
        body: {
          name: name.trim(),
          query: new URLSearchParams(paramsOf(selection)).toString(),
          shared,
        },
      }),
    onSuccess: () => {
      setName('')
      return cache.invalidateQueries({ queryKey: ['views'] })
    },
    onError: (error) => toast.push({ status: 'error', title: reasonOf(error) }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) save.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack space={3}>
        <Text as="label" size={1} weight="medium" {...{ htmlFor: id }}>
          Save what is shown as
        </Text>
        <TextInput
          id={id}
          fontSize={1}
          padding={2}
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Flex align="center" gap={2}>
          <Checkbox
            id={`${id}-shared`}
            checked={shared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
          <Box flex={1}>
            <Text as="label" size={1} {...{ htmlFor: `${id}-shared` }}>
              Share it with everybody here
            </Text>
          </Box>
          <Button
            type="submit"
            fontSize={1}
            padding={2}
            tone="primary"
            text="Save"
            disabled={!name.trim() || save.isPending}
          />
        </Flex>
      </Stack>
    </form>
  )
}
