import { Card, Text } from '@sanity/ui'

/** Says what went wrong, if anything has. */
export function Problem({ message }: { message: string | undefined }) {
  if (!message) return null
  return (
    <Card role="alert" tone="critical" padding={3} radius={2}>
      <Text size={1}>{message}</Text>
    </Card>
  )
}
