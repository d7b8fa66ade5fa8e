import { ArrowLeftIcon, ArrowRightIcon, InboxIcon, SearchIcon } from '@sanity/icons'
import { Box, Card, Flex, Spinner, Stack, Text } from '@sanity/ui'
import type { LeadPage } from 'halvi-leads/contract'
import { Note, SmallButton } from '../../ui/controls.tsx'
import { leadsText } from '../labels.ts'
import type { usePage } from './use-page.ts'

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

interface ListFooterProps {
  counted: LeadPage | undefined
  isLoading: boolean
  pages: Pick<ReturnType<typeof usePage>, 'number' | 'previous' | 'next'>
}

/** The footer of the list: the number of leads, and buttons that go to another page. */
export function ListFooter({
  counted,
  isLoading,
  pages: { number, previous, next },
}: ListFooterProps) {
  const { total = 0, totalIsMore } = counted ?? {}
  return (
    <Card borderTop paddingX={3} paddingY={2}>
      <Flex gap={3} align="center" wrap="wrap" style={{ minHeight: 25 }}>
        <Note role="status">{counted && leadsText(total, 'lead', totalIsMore)}</Note>
        {isLoading && <Spinner muted size={1} />}
        <Box flex={1} />
        {(previous || next) && (
          <>
            <SmallButton
              icon={ArrowLeftIcon}
              aria-label="Previous page"
              disabled={!previous}
              onClick={previous}
            />
            <Note>Page {number}</Note>
            <SmallButton
              icon={ArrowRightIcon}
              aria-label="Next page"
              disabled={!next}
              onClick={next}
            />
          </>
        )}
      </Flex>
    </Card>
  )
}
