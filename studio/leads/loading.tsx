import { Flex, Spinner } from '@sanity/ui'

/** While a view is being loaded. */
export function Loading() {
  return (
    <Flex align="center" justify="center" padding={6} role="status" aria-label="Loading">
      <Spinner muted />
    </Flex>
  )
}
