import { Button, Flex, Stack, Text, useToast } from '@sanity/ui'
import { useQueryClient } from '@tanstack/react-query'
import type { Notice } from 'halvi-leads/contract'
import { type FormEvent, useState } from 'react'
import { useStaffMutation, useStaffQuery } from '../../staff.tsx'
import { Choice, Note, View } from '../../ui/controls.tsx'
import { Loaded } from '../../ui/states.tsx'

const modes: readonly (readonly [Notice['mode'], string])[] = [
  ['off', 'No emails'],
  ['each', 'Each new lead'],
  ['hourly', 'New leads, at most once an hour'],
  ['daily', 'New leads, at most once a day'],
]

/** The Notifications view: which emails the user gets. */
export default function NoticeView() {
  const query = useStaffQuery<Notice>(['notice'], 'notice')
  return (
    <Loaded query={query}>
      {(notice) => (
        <View width={1}>
          <NoticeForm saved={notice} />
        </View>
      )}
    </Loaded>
  )
}

function NoticeForm({ saved }: { saved: Notice }) {
  const cache = useQueryClient()
  const toast = useToast()
  const [mode, setMode] = useState(saved.mode)
  const save = useStaffMutation(
    (request) => request<Notice>('notice', { method: 'PUT', body: { mode } }),
    {
      failed: 'Couldn’t save notifications',
      onSuccess: (notice) => {
        cache.setQueryData(['notice'], notice)
        toast.push({ status: 'success', title: 'Saved' })
      },
    },
  )
  const content = 'They have the form and the number of new leads, without applicants’ data.'
  const canSave = mode !== saved.mode
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canSave) save.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack space={4}>
        <Text as="h2" size={2} weight="semibold">
          Notifications
        </Text>
        <Note>
          {saved.email
            ? `Emails go to ${saved.email}, the address of your account. ${content}`
            : 'Your account has no email address.'}
        </Note>
        <Choice
          label="Emails"
          choices={modes}
          value={mode}
          disabled={!saved.email}
          onValue={(value) => setMode(value as Notice['mode'])}
        />
        <Flex justify="flex-end">
          <Button
            type="submit"
            fontSize={1}
            padding={3}
            tone="primary"
            text="Save"
            disabled={!canSave || save.isPending}
            loading={save.isPending}
          />
        </Flex>
      </Stack>
    </form>
  )
}
