import { ArrowLeftIcon, CloseIcon } from '@sanity/icons'
import { Badge, Box, Button, Card, Flex, Heading, Stack, Text } from '@sanity/ui'
import type { LeadDetail } from 'halvi-leads/contract'
import { formLabel } from '../labels.ts'
import { Delivery } from '../list/grid/badges.tsx'
import { visible } from '../text/visible.ts'
import { LeadMenu } from './lead-menu.tsx'

interface PaneHeaderProps {
  lead?: LeadDetail
  isBeside: boolean
  onClose(): void
}

/** Whom a lead is from, and what can be done with it. */
export function PaneHeader({ lead, isBeside, onClose }: PaneHeaderProps) {
  return (
    <Card padding={3} style={{ position: 'sticky', top: 0, zIndex: 1 }}>
      <Flex gap={2} align="flex-start">
        <Button
          fontSize={1}
          padding={2}
          mode="bleed"
          icon={isBeside ? CloseIcon : ArrowLeftIcon}
          aria-label={isBeside ? 'Close' : 'Back to the list'}
          onClick={onClose}
        />
        <Box flex={1} paddingY={2} style={{ minWidth: 0 }}>
          {lead && (
            <Stack space={3}>
              <Heading
                as="h2"
                size={1}
                tabIndex={-1}
                style={{ outline: 'none', overflowWrap: 'anywhere' }}
              >
                <bdi dir="auto">{visible(lead.name.slice(0, 200)) || 'No name'}</bdi>
              </Heading>
              <Text size={1} muted style={{ overflowWrap: 'anywhere' }}>
                <bdi dir="auto">{visible(lead.email.slice(0, 300))}</bdi>
              </Text>
              <Flex gap={3} align="center">
                <Badge>{formLabel(lead.form)}</Badge>
                <Delivery delivery={lead.delivery} />
                {lead.spam && <Badge tone="caution">Spam</Badge>}
              </Flex>
            </Stack>
          )}
        </Box>
        {lead && <LeadMenu lead={lead} />}
      </Flex>
    </Card>
  )
}
