import { useToast } from '@sanity/ui'
import { useQueryClient } from '@tanstack/react-query'
import type { Notice } from 'halvi-leads/contract'
import { useStaffMutation, useStaffQuery } from '../../staff.tsx'
import { Choice, Labeled, SmallInput, View } from '../../ui/controls.tsx'
import { SettingsForm } from '../../ui/settings-form.tsx'
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
    <SettingsForm
      title="Notifications"
      note="Emails have the form and the number of new leads, without applicants’ data. Administrators with an address also hear of failed backups."
      canSave={changed !== unchanged}
      isSaving={save.isPending}
      onSave={save.mutate}
    >
      <Labeled label="Your email">
        {(id) => (
          <SmallInput
            id={id}
            type="email"
            value={email}
            customValidity={isMissing ? 'Enter your email' : undefined}
            onValue={(value) => setChanged({ ...changed, email: value })}
          />
        )}
      </Labeled>
      <Labeled label="New leads">
        {(id) => (
          <Choice
            id={id}
            choices={modes}
            value={mode}
            onChange={({ currentTarget: { value } }) =>
              setChanged({ ...changed, mode: value as Notice['mode'] })
            }
          />
        )}
      </Labeled>
    </SettingsForm>
  )
}
