import { ArrowUpIcon, InboxIcon, SearchIcon } from '@sanity/icons'
import { Box, Button, Card, Flex, Skeleton, Spinner, Stack, Text } from '@sanity/ui'
import { rowHeight } from './grid/lead-row.tsx'

/** Lines that are still to come. */
export function RowSkeletons() {
  return (
    <Stack role="status" aria-label="Loading leads">
      {Array.from({ length: 12 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing else
        <Flex key={index} align="center" paddingX={4} style={{ height: rowHeight }}>
          <Skeleton animated radius={2} style={{ height: 11, width: `${70 - (index % 4) * 9}%` }} />
        </Flex>
      ))}
    </Stack>
  )
}

/** Nobody has answered yet, or nothing is found. */
export function NoLeads({ isFiltered, unindexed }: { isFiltered: boolean; unindexed: number }) {
  const Icon = isFiltered ? SearchIcon : InboxIcon
  return (
    <Flex align="center" justify="center" padding={6} role="status">
      <Stack space={4} style={{ textAlign: 'center', maxWidth: 360 }}>
        <Text size={4} muted align="center">
          <Icon />
        </Text>
        <Text size={2} weight="semibold" align="center">
          {isFiltered ? 'Nothing matches' : 'No leads yet'}
        </Text>
        <Text size={1} muted align="center">
          {isFiltered
            ? unindexed > 0
              ? 'Some leads are still being indexed and may be found in a while.'
              : 'Search for something else, or clear a filter.'
            : 'Whoever sends a form on the site appears here by themselves.'}
        </Text>
      </Stack>
    </Flex>
  )
}

/** Leads that have come in above of what is seen. */
export function NewLeads({ count, onClick }: { count: number; onClick(): void }) {
  const text = count === 1 ? '1 new lead' : `${count}${count >= 100 ? '+' : ''} new leads`
  return (
    <Flex justify="center" style={{ position: 'sticky', top: 48, zIndex: 2, height: 0 }}>
      <Card shadow={2} radius={6} role="status" style={{ height: 'max-content' }}>
        <Button
          fontSize={1}
          padding={3}
          radius={6}
          tone="primary"
          icon={ArrowUpIcon}
          text={text}
          onClick={onClick}
        />
      </Card>
    </Flex>
  )
}

interface ListFooterProps {
  /** How many there are. */
  text: string
  unindexed: number
  isLoading: boolean
  /** Tries again to load what follows, where that has failed. */
  retry: (() => void) | undefined
}

/** How many leads were found, and what is missing among them. */
export function ListFooter({ text, unindexed, isLoading, retry }: ListFooterProps) {
  return (
    <Card borderTop paddingX={3} paddingY={2}>
      <Flex gap={3} align="center" wrap="wrap" style={{ minHeight: 25 }}>
        <Text size={1} muted role="status">
          {text}
        </Text>
        {unindexed > 0 && (
          <Text size={1} muted>
            {unindexed.toLocaleString('en-US')} {unindexed === 1 ? 'lead is' : 'leads are'} still
            being indexed
          </Text>
        )}
        {retry && <Button fontSize={1} padding={2} mode="ghost" text="Load more" onClick={retry} />}
        <Box flex={1} />
        {isLoading && <Spinner muted size={1} />}
      </Flex>
    </Card>
  )
}
