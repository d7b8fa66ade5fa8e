import { ArrowLeftIcon, CloseIcon } from '@sanity/icons'
import { Badge, Box, Card, Flex, Heading, Stack } from '@sanity/ui'
import type { LeadDetail } from 'halvi-leads/contract'
import { Note, SmallButton } from '../../ui/controls.tsx'
import { escapeInvisible, formLabel } from '../labels.ts'
import { MailLink } from '../links.tsx'
import { Delivery } from '../list/columns.tsx'
import { LeadMenu } from './lead-menu.tsx'

interface PaneHeaderProps {
  lead: LeadDetail | undefined
  isBeside: boolean
  onClose(): void
}

/** The header of the lead pane: the visitor's name and email, and the actions menu. */
export function PaneHeader({ lead, isBeside, onClose }: PaneHeaderProps) {
  return (
    <Card padding={3} style={{ position: 'sticky', top: 0, zIndex: 1 }}>
      <Flex gap={2} align="flex-start">
        <SmallButton
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
                <bdi dir="auto">{escapeInvisible(lead.name.slice(0, 200)) || 'No name'}</bdi>
              </Heading>
              <Note style={{ overflowWrap: 'anywhere' }}>
                <MailLink email={lead.email} />
              </Note>
              <Flex gap={3} align="center">
                <Badge>{formLabel(lead.form)}</Badge>
                <Delivery delivery={lead.delivery} />
                {lead.spam && <Badge tone="caution">Spam</Badge>}
                {!lead.spam && (
                  <Badge tone={lead.confirmedAt ? 'positive' : 'default'}>
                    {lead.confirmedAt ? 'Confirmed' : 'Not confirmed'}
                  </Badge>
                )}
              </Flex>
            </Stack>
          )}
        </Box>
        {lead && <LeadMenu lead={lead} />}
      </Flex>
    </Card>
  )
}
