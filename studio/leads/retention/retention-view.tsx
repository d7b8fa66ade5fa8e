import { Box, Button, Card, Container, Flex, Stack, Text, TextInput, useToast } from '@sanity/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Retention } from 'halvi-leads/contract'
import { type FormEvent, useId, useState } from 'react'
import { ConfirmDialog } from '../../confirm-dialog.tsx'
import { useStaff } from '../api/staff-context.tsx'
import { Failure, reasonOf } from '../failure.tsx'
import { useKept } from '../kept.ts'
import { formLabel } from '../labels.ts'
import { Loading } from '../loading.tsx'
import { changedAges, isChanged } from './changed-ages.ts'

const longest = 36_500

/** Days as they are typed, by form. */
const nothingTyped: Readonly<Record<string, string>> = {}

/** After how many days leads of each form are erased. */
export default function RetentionView() {
  const request = useStaff()
  const { data, error, refetch } = useQuery({
    queryKey: ['retention'],
    queryFn: ({ signal }) => request<Retention>('retention', { signal }),
  })
  if (error && !data) return <Failure error={error} retry={refetch} />
  if (!data) return <Loading />
  return (
    <Container width={1}>
      <Box padding={4}>
        <Ages retention={data} />
      </Box>
    </Container>
  )
}

function Ages({ retention }: { retention: Retention }) {
  const request = useStaff()
  const cache = useQueryClient()
  const toast = useToast()
  const [typed, setTyped] = useKept('retention', nothingTyped)
  const [asking, setAsking] = useState(false)
  const forms = retention.forms.map(({ form, days }) => ({
    form,
    before: days,
    text: typed[form] ?? String(days ?? ''),
  }))
  const isSound = forms.every(({ text }) => text === '' || isDays(text))
  const isAnyChanged = forms.some(isChanged)
  const save = useMutation({
    mutationFn: () => request<Retention>('retention', { method: 'PUT', body: changedAges(forms) }),
    onSuccess: (saved) => {
      cache.setQueryData(['retention'], saved)
      setTyped(nothingTyped)
      toast.push({ status: 'success', title: 'Saved' })
    },
    onError: (error) =>
      toast.push({ status: 'error', title: 'Nothing was saved', description: reasonOf(error) }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isSound && isAnyChanged) setAsking(true)
  }
  return (
    <form onSubmit={submit}>
      <Stack space={4}>
        <Text as="h2" size={2} weight="semibold">
          How long leads are kept
        </Text>
        <Text size={1} muted>
          Leads that are older are erased by themselves, with their notes. An empty field keeps
          them.
        </Text>
        <Card radius={3} border>
          {forms.map(({ form, text }, index) => (
            <Age
              key={form}
              form={form}
              text={text}
              isFirst={index === 0}
              onChange={(days) => setTyped({ ...typed, [form]: days })}
            />
          ))}
        </Card>
        <Flex justify="flex-end">
          <Button
            type="submit"
            fontSize={1}
            padding={3}
            tone="primary"
            text="Save"
            disabled={!isSound || !isAnyChanged || save.isPending}
            loading={save.isPending}
          />
        </Flex>
      </Stack>
      {asking && (
        <ConfirmDialog
          title="Change how long leads are kept?"
          text="What is older than these days is erased soon afterwards. Nobody can take that back."
          button="Go on"
          isFinal
          onConfirm={() => {
            setAsking(false)
            save.mutate()
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </form>
  )
}

interface AgeProps {
  form: string
  text: string
  isFirst: boolean
  onChange(text: string): void
}

function Age({ form, text, isFirst, onChange }: AgeProps) {
  const id = useId()
  const isWrong = text !== '' && !isDays(text)
  return (
    <Card padding={3} borderTop={!isFirst} radius={isFirst ? 3 : 0}>
      <Flex align="center" gap={3}>
        <Box flex={1}>
          <Text as="label" size={1} weight="medium" {...{ htmlFor: id }}>
            {formLabel(form)}
          </Text>
        </Box>
        <Box style={{ width: 110 }}>
          <TextInput
            id={id}
            type="number"
            min={1}
            max={longest}
            step={1}
            fontSize={1}
            padding={2}
            placeholder="kept"
            value={text}
            aria-invalid={isWrong}
            customValidity={isWrong ? `From 1 to ${longest} days` : undefined}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        </Box>
        <Text size={1} muted>
          days
        </Text>
      </Flex>
    </Card>
  )
}

const isDays = (text: string) =>
  /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= longest
