import { Card, Stack, Text } from '@sanity/ui'
import type { InputProps } from 'sanity'
import { useQuietInput } from './new-items.tsx'

/** Shows the validation errors of a list below it. Sanity shows only an icon next to the title of a list. */
export function ListMessages(given: InputProps) {
  const props = useQuietInput(given)
  const { schemaType, validation, renderDefault } = props
  const isList =
    schemaType.jsonType === 'array' && schemaType.of.every(({ name }) => name !== 'block')
  if (!isList) return renderDefault(props)
  return (
    <Stack space={3}>
      {renderDefault(props)}
      {validation
        .filter(({ level }) => level === 'error')
        .map(({ message }) => (
          <Card key={message} padding={3} radius={2} tone="critical" border>
            <Text size={1} role="alert">
              {message}
            </Text>
          </Card>
        ))}
    </Stack>
  )
}
