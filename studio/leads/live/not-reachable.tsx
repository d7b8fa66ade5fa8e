import { Card, Text } from '@sanity/ui'

/** Says that what is shown may be out of date; it goes away by itself. */
export function NotReachable() {
  return (
    <Card tone="caution" paddingX={4} paddingY={3} borderBottom role="status">
      <Text size={1}>
        The server can’t be reached. What you see may be out of date; this page goes on trying.
      </Text>
    </Card>
  )
}
