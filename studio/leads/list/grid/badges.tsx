import {
  ArchiveIcon,
  CheckmarkIcon,
  ClockIcon,
  RemoveCircleIcon,
  WarningOutlineIcon,
} from '@sanity/icons'
import { Badge, type BadgeTone, Flex, Text } from '@sanity/ui'
import type { LeadSummary } from 'halvi-leads/contract'
import type { ComponentType } from 'react'
import { deliveryLabels, statusLabels } from '../../labels.ts'

const statusTones: Record<LeadSummary['status'], BadgeTone> = {
  new: 'primary',
  contacted: 'caution',
  accepted: 'positive',
  declined: 'default',
}

/** How far staff have come with a lead. */
export function StatusBadge({ status }: { status: LeadSummary['status'] }) {
  return <Badge tone={statusTones[status]}>{statusLabels[status]}</Badge>
}

const deliveryIcons: Record<LeadSummary['delivery'], ComponentType> = {
  stored: ArchiveIcon,
  pending: ClockIcon,
  delivered: CheckmarkIcon,
  exhausted: WarningOutlineIcon,
  erased: RemoveCircleIcon,
}

/** Whether a lead has reached the endpoint. */
export function Delivery({ delivery }: { delivery: LeadSummary['delivery'] }) {
  const Icon = deliveryIcons[delivery]
  return (
    <Flex align="center" gap={2}>
      <Text size={1} muted={delivery !== 'exhausted'}>
        <Icon />
      </Text>
      <Text size={1} muted={delivery !== 'exhausted'} textOverflow="ellipsis">
        {deliveryLabels[delivery]}
      </Text>
    </Flex>
  )
}
