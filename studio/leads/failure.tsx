import { RefreshIcon } from '@sanity/icons'
import { Button, Card, Flex, Stack, Text } from '@sanity/ui'
import { StaffError } from './api/staff-request.ts'

interface FailureProps {
  error?: unknown
  /** In place of what is said of such an error elsewhere. */
  message?: string | undefined
  retry: () => void
}

/** Says why something can't be shown, and tries again when asked to. */
export function Failure({ error, message = reasonOf(error), retry }: FailureProps) {
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

/** What went wrong, in a sentence for whoever sees it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof StaffError)) return 'Something went wrong in this page.'
  if (error.isOutage) return 'The server can’t be reached at present.'
  if (error.statusCode === 401) return 'Your session has ended. Sign out, and sign in again.'
  if (error.statusCode === 403) return 'Your role does not allow this.'
  if (error.statusCode === 404) return 'This is not there any more.'
  if (error.statusCode === 429) return 'These were too many requests. Please wait a minute.'
  const { error: message } = (error.body ?? {}) as { error?: unknown }
  return typeof message === 'string' ? `${message}.` : `The server answered ${error.statusCode}.`
}
