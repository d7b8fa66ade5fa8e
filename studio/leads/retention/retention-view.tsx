import { Box, Card, Flex, Text, useToast } from '@sanity/ui'
import { useQueryClient } from '@tanstack/react-query'
import type { Retention } from 'halvi-leads/contract'
import { useId, useState } from 'react'
import { useStaffMutation, useStaffQuery } from '../../staff.tsx'
import { Note, SmallInput, View } from '../../ui/controls.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { SettingsForm } from '../../ui/settings-form.tsx'
import { Loaded } from '../../ui/states.tsx'
import { formLabel } from '../labels.ts'
import { useUnsavedState } from '../unsaved-state.ts'
import { changedRetention, isChanged } from './changed-retention.ts'

const maxDays = 36_500

const nothingTyped: Readonly<Record<string, string>> = {}

/** The Retention view: the number of days after which the leads of each form are erased. */
export default function RetentionView() {
  const query = useStaffQuery<Retention>(['retention'], 'retention')
  return (
    <Loaded query={query}>
      {(retention) => (
        <View width={1}>
          <RetentionForm retention={retention} />
        </View>
      )}
    </Loaded>
  )
}

function RetentionForm({ retention }: { retention: Retention }) {
  const cache = useQueryClient()
  const toast = useToast()
  const [typed, setTyped] = useUnsavedState('retention', nothingTyped)
  const [asking, setAsking] = useState(false)
  const forms = retention.forms.map(({ form, days }) => ({
    form,
    before: days,
    text: typed[form] ?? String(days ?? ''),
  }))
  const canSave = forms.every(({ text }) => isValid(text)) && forms.some(isChanged)
  const save = useStaffMutation(
    (request) => request<Retention>('retention', { method: 'PUT', body: changedRetention(forms) }),
    {
      failed: 'Couldn’t save retention',
      onSuccess: (saved) => {
        cache.setQueryData(['retention'], saved)
        setTyped(nothingTyped)
        toast.push({ status: 'success', title: 'Saved' })
      },
    },
  )
  return (
    <>
      <SettingsForm
        title="Retention"
        note="Leads older than this are erased automatically, including their notes. If empty, leads are kept."
        canSave={canSave}
        isSaving={save.isPending}
        onSave={() => setAsking(true)}
      >
        <Card radius={3} border>
          {forms.map(({ form, text }, index) => (
            <DaysField
              key={form}
              form={form}
              text={text}
              isFirst={index === 0}
              onChange={(days) => setTyped({ ...typed, [form]: days })}
            />
          ))}
        </Card>
      </SettingsForm>
      {asking && (
        <ConfirmDialog
          title="Change retention?"
          text="Leads older than this are erased. This can’t be undone."
          button="Change"
          isFinal
          onConfirm={() => save.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

interface DaysFieldProps {
  form: string
  text: string
  isFirst: boolean
  onChange(text: string): void
}

function DaysField({ form, text, isFirst, onChange }: DaysFieldProps) {
  const id = useId()
  return (
    <Card padding={3} borderTop={!isFirst} radius={isFirst ? 3 : 0}>
      <Flex align="center" gap={3}>
        <Box flex={1}>
          <Text as="label" size={1} weight="medium" {...{ htmlFor: id }}>
            {formLabel(form)}
          </Text>
        </Box>
        <Box style={{ width: 110 }}>
          <SmallInput
            id={id}
            type="number"
            min={1}
            max={maxDays}
            step={1}
            placeholder="No limit"
            value={text}
            aria-invalid={!isValid(text)}
            customValidity={isValid(text) ? undefined : `Enter a number from 1 to ${maxDays}`}
            onValue={onChange}
          />
        </Box>
        <Note>days</Note>
      </Flex>
    </Card>
  )
}

const isValid = (days: string) =>
  days === '' || (/^\d{1,5}$/.test(days) && Number(days) >= 1 && Number(days) <= maxDays)
