import { Button, Flex, Stack, Text, useToast } from '@sanity/ui'
import { useQueryClient } from '@tanstack/react-query'
import type { Notice } from 'halvi-leads/contract'
import { useId } from 'react'
import { useStaffMutation, useStaffQuery } from '../../staff.tsx'
import { Choice, Note, SmallInput, View } from '../../ui/controls.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useUnsavedState } from '../unsaved-state.ts'

const modes: readonly (readonly [Notice['mode'], string])[] = [
  ['off', 'No emails'],
  ['each', 'Each new lead'],
  ['hourly', 'At most once an hour'],
  ['daily', 'At most once a day'],
]

const unchanged: Partial<Notice> = {}

/** The Notifications view: whether the user gets emails about new leads. */
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
  const id = useId()
  const [changed, setChanged] = useUnsavedState('notice', unchanged)
  const { email, mode } = { ...saved, ...changed }
  const save = useStaffMutation(
    (request) => request<Notice>('notice', { method: 'PUT', body: { email: email.trim(), mode } }),
    {
      failed: 'Couldn’t save notifications',
      onSuccess: (notice) => {
        cache.setQueryData(['notice'], notice)
        setChanged(unchanged)
        toast.push({ status: 'success', title: 'Saved' })
      },
    },
  )
  const isMissing = mode !== 'off' && email.trim() === ''
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <Stack space={4}>
        <Text as="h2" size={2} weight="semibold">
          Notifications
        </Text>
        <Note>
          Emails have the form and the number of new leads, without applicants’ data. Administrators
          with an address also hear of failed backups.
        </Note>
        <Stack space={3}>
          <Text as="label" size={1} weight="medium" {...{ htmlFor: id }}>
            Your email
          </Text>
          <SmallInput
            id={id}
            type="email"
            value={email}
            customValidity={isMissing ? 'Enter your email' : undefined}
            onValue={(value) => setChanged({ ...changed, email: value })}
          />
        </Stack>
        <Stack space={3}>
          <Text as="label" size={1} weight="medium" {...{ htmlFor: `${id}mode` }}>
            New leads
          </Text>
          <Choice
            id={`${id}mode`}
            choices={modes}
            value={mode}
            onChange={({ currentTarget: { value } }) =>
              setChanged({ ...changed, mode: value as Notice['mode'] })
            }
          />
        </Stack>
        <Flex justify="flex-end">
          <Button
            type="submit"
            fontSize={1}
            padding={3}
            tone="primary"
            text="Save"
            disabled={changed === unchanged || save.isPending}
            loading={save.isPending}
          />
        </Flex>
      </Stack>
    </form>
  )
}
