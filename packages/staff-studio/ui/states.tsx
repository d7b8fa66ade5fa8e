import { RefreshIcon } from '@sanity/icons'
import { Button, Card, Flex, Spinner, Stack, Text } from '@sanity/ui'
import type { ReactNode } from 'react'
import { errorText } from '../staff-request.ts'

/** A loading indicator. */
export function Loading() {
  return (
    <Flex align="center" justify="center" padding={6} role="status" aria-label="Loading">
      <Spinner muted />
    </Flex>
  )
}

interface FailureProps {
  error?: unknown
  message?: string | undefined
  retry: () => void
}

/** Shows an error with a button to try again. */
export function Failure({ error, message = errorText(error), retry }: FailureProps) {
  return (
    <Flex align="center" justify="center" padding={5}>
      <Card tone="critical" padding={4} radius={3} border role="alert">
        <Stack space={4}>
          <Text size={1}>{message}</Text>
          <Button icon={RefreshIcon} fontSize={1} mode="ghost" text="Try again" onClick={retry} />
        </Stack>
      </Card>
    </Flex>
  )
}

interface LoadedProps<Data> {
  query: { data: Data | undefined; error: unknown; refetch(): unknown }
  children(data: Data): ReactNode
}

/** Shows the data of a query, a loading indicator, or an error. */
export function Loaded<Data>({ query: { data, error, refetch }, children }: LoadedProps<Data>) {
  if (data !== undefined) return children(data)
  return error ? <Failure error={error} retry={() => void refetch()} /> : <Loading />
}

/** Shows an error message, if there is one. */
export function Problem({ message, id }: { message: string | undefined; id?: string }) {
  if (!message) return null
  return (
    <Card id={id} role="alert" tone="critical" padding={3} radius={2}>
      <Text size={1}>{message}</Text>
    </Card>
  )
}
