import { ArrowUpIcon, InboxIcon, SearchIcon } from '@sanity/icons'
import { Box, Card, Flex, Skeleton, Spinner, Stack, Text } from '@sanity/ui'
import type { LeadPage } from 'halvi-leads/contract'
import { Note, SmallButton } from '../../ui/controls.tsx'
import { leadsText } from '../labels.ts'
import { rowHeight } from './grid/lead-row.tsx'

/** Placeholders for rows that are loading. */
export const RowSkeletons = () => (
  <Stack role="status" aria-label="Loading leads">
    {Array.from({ length: 12 }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other key
      <Flex key={index} align="center" paddingX={4} style={{ height: rowHeight }}>
        <Skeleton animated radius={2} style={{ height: 11, width: `${70 - (index % 4) * 9}%` }} />
      </Flex>
    ))}
  </Stack>
)

/** Shown if there are no leads, or if none match the filters. */
export function NoLeads({ isFiltered }: { isFiltered: boolean }) {
  const Icon = isFiltered ? SearchIcon : InboxIcon
  return (
    <Flex align="center" justify="center" padding={6} role="status">
      <Stack space={4} style={{ textAlign: 'center', maxWidth: 360 }}>
        <Text size={4} muted align="center">
          <Icon />
        </Text>
        <Text size={2} weight="semibold" align="center">
          {isFiltered ? 'No matching leads' : 'No leads yet'}
        </Text>
        <Note align="center">
          {isFiltered
            ? 'Try another search or clear a filter.'
            : 'Form submissions appear here automatically.'}
        </Note>
      </Stack>
    </Flex>
  )
}

/** A button with the number of new leads above the visible rows. */
export const NewLeads = ({ count, onClick }: { count: number; onClick(): void }) => (
  <Flex justify="center" style={{ position: 'sticky', top: 48, zIndex: 2, height: 0 }}>
    <Card shadow={2} radius={6} role="status" style={{ height: 'max-content' }}>
      <SmallButton
        padding={3}
        radius={6}
        mode="default"
        tone="primary"
        icon={ArrowUpIcon}
        text={leadsText(count, 'new lead', count >= 100)}
        onClick={onClick}
      />
    </Card>
  </Flex>
)

interface ListFooterProps {
  counted: LeadPage | undefined
  isLoading: boolean
  retry: (() => void) | undefined
}

/** The footer of the list: the number of leads. */
export function ListFooter({ counted, isLoading, retry }: ListFooterProps) {
  const { total = 0, totalIsMore } = counted ?? {}
  return (
    <Card borderTop paddingX={3} paddingY={2}>
      <Flex gap={3} align="center" wrap="wrap" style={{ minHeight: 25 }}>
        <Note role="status">{counted && leadsText(total, 'lead', totalIsMore)}</Note>
        {retry && <SmallButton text="Load more" onClick={retry} />}
        <Box flex={1} />
        {isLoading && <Spinner muted size={1} />}
      </Flex>
    </Card>
  )
}
