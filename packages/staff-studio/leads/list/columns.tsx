import {
  ArchiveIcon,
  CheckmarkIcon,
  ClockIcon,
  RemoveCircleIcon,
  WarningOutlineIcon,
} from '@sanity/icons'
import { Badge, type BadgeTone, Flex, Text } from '@sanity/ui'
import type { LeadQuery, LeadSummary } from 'halvi-leads/contract'
import { languageName } from 'halvi-leads/language-name'
import type { ComponentType, ReactNode } from 'react'
import { Time } from '../../ui/time.tsx'
import { deliveryLabels, escapeInvisible, formLabel, sourceLabel, statusLabels } from '../labels.ts'
import { Isolated } from '../visitor-text.tsx'

type Sort = LeadQuery['sort']

/** A column of the table of leads. */
interface Column {
  title: string
  /** The width in pixels. Other columns share the rest. */
  width?: number
  /** The minimum width of the table to show this column, in pixels. */
  from?: number
  /** The sort order after the first click on the header, and the order after the second click. */
  sorts?: readonly Sort[]
  cell(lead: LeadSummary): ReactNode
}

/** The maximum number of characters in a line of visitor text. No screen shows more. */
const lineLength = 200

/** A visitor's text on one line. */
export const OneLine = ({ text, muted = false }: { text: string; muted?: boolean }) => (
  <Text size={1} textOverflow="ellipsis" muted={muted}>
    <Isolated text={text.slice(0, lineLength)} />
  </Text>
)

/** A visitor's name on one line. */
export const Name = ({ name }: Pick<LeadSummary, 'name'>) => (
  <Text size={1} weight="medium" textOverflow="ellipsis">
    {name ? <bdi dir="auto">{escapeInvisible(name.slice(0, lineLength))}</bdi> : 'No name'}
  </Text>
)

const statusTones: Record<LeadSummary['status'], BadgeTone> = {
  new: 'primary',
  contacted: 'caution',
  accepted: 'positive',
  declined: 'default',
}

/** The status of a lead. A new lead whose mail bounced says so: it waits for another address. */
export const StatusBadge = ({ status, bounced }: Pick<LeadSummary, 'status' | 'bounced'>) =>
  bounced && status === 'new' ? (
    <Badge tone="critical">Bounced</Badge>
  ) : (
    <Badge tone={statusTones[status]}>{statusLabels[status]}</Badge>
  )

const deliveryIcons: Record<LeadSummary['delivery'], ComponentType> = {
  stored: ArchiveIcon,
  pending: ClockIcon,
  delivered: CheckmarkIcon,
  exhausted: WarningOutlineIcon,
  erased: RemoveCircleIcon,
}

/** The delivery state of a lead. */
export function Delivery({ delivery }: Pick<LeadSummary, 'delivery'>) {
  const Icon = deliveryIcons[delivery]
  const muted = delivery !== 'exhausted'
  return (
    <Flex align="center" gap={2}>
      <Text size={1} muted={muted}>
        <Icon />
      </Text>
      <Text size={1} muted={muted} textOverflow="ellipsis">
        {deliveryLabels[delivery]}
      </Text>
    </Flex>
  )
}

const columns: readonly Column[] = [
  { title: 'Email', sorts: ['email'], cell: ({ email }) => <OneLine text={email} /> },
  {
    title: 'Form',
    width: 120,
    from: 760,
    cell: ({ form }) => <OneLine text={formLabel(form)} muted />,
  },
  {
    title: 'Received',
    width: 92,
    sorts: ['newest', 'oldest'],
    cell: ({ createdAt }) => (
      <Text size={1} muted textOverflow="ellipsis">
        <Time at={createdAt} />
      </Text>
    ),
  },
  {
    title: 'Source',
    width: 150,
    from: 900,
    cell: ({ source, campaign }) => (
      <OneLine text={[sourceLabel(source), campaign].filter(Boolean).join(' · ')} muted />
    ),
  },
  {
    title: 'Language',
    width: 96,
    from: 1220,
    cell: ({ language }) => <OneLine text={languageName(language)} muted />,
  },
  { title: 'Status', width: 96, cell: StatusBadge },
  { title: 'Delivery', width: 128, from: 1020, cell: Delivery },
  {
    title: 'Owner',
    width: 130,
    from: 1120,
    cell: ({ owner }) => <OneLine text={owner?.name ?? '–'} muted />,
  },
]

/** Returns the columns beside the name that fit into a table of this width, in pixels. */
export const columnsFor = (width: number) => columns.filter(({ from = 0 }) => width >= from)
