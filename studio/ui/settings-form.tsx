import { Button, Flex, Stack, Text } from '@sanity/ui'
import type { ReactNode } from 'react'
import { Note } from './controls.tsx'

interface SettingsFormProps {
  title: string
  note: string
  /** Whether there are changes, all of them valid. */
  canSave: boolean
  isSaving: boolean
  onSave(): void
  children: ReactNode
}

/** A form for settings, whose button is disabled until something changes. */
export function SettingsForm(props: SettingsFormProps) {
  const { title, note, canSave, isSaving, onSave, children } = props
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (canSave) onSave()
      }}
    >
      <Stack space={4}>
        <Text as="h2" size={2} weight="semibold">
          {title}
        </Text>
        <Note>{note}</Note>
        {children}
        <Flex justify="flex-end">
          <Button
            type="submit"
            fontSize={1}
            padding={3}
            tone="primary"
            text="Save"
            disabled={!canSave || isSaving}
            loading={isSaving}
          />
        </Flex>
      </Stack>
    </form>
  )
}
