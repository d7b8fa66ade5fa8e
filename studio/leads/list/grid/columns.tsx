import { Text } from '@sanity/ui'
import type { LeadQuery, LeadSummary } from 'halvi-leads/contract'
import type { ReactNode } from 'react'
import { formLabel, sourceLabel } from '../../labels.ts'
import { visible } from '../../text/visible.ts'
import { Delivery, StatusBadge } from './badges.tsx'
import { Moment } from './moment.tsx'

type Sort = LeadQuery['sort']

/** A column of the table. */
export interface Column {
  title: string
  /** A track of the grid. */
  width: string
  /** Pixels that the table must be wide for this column to stand in it. */
  from: number
  /** What it sorts by at first, and when it sorts by that already. */
  sorts?: [Sort, Sort?]
  cell(lead: LeadSummary): ReactNode
}

/** Characters of a visitor's text in a line, of which no screen shows more. */
const lineLength = 200

/** A visitor's text in one line. */
export function OneLine({ text, muted = false }: { text: string; muted?: boolean }) {
  return (
    <Text size={1} textOverflow="ellipsis" muted={muted}>
      <bdi dir="auto">{visible(text.slice(0, lineLength))}</bdi>
    </Text>
  )
}

export const columns: readonly Column[] = [
  {
    title: 'Name',
    width: 'minmax(120px, 1.3fr)',
    from: 0,
    sorts: ['name'],
    cell: ({ name }) => (
      <Text size={1} weight="medium" textOverflow="ellipsis">
        {name ? <bdi dir="auto">{visible(name.slice(0, lineLength))}</bdi> : 'No name'}
      </Text>
    ),
  },
  {
    title: 'E-mail',
    width: 'minmax(150px, 1.6fr)',
    from: 0,
    sorts: ['email'],
    cell: ({ email }) => <OneLine text={email} />,
  },
  {
    title: 'Form',
    width: 'minmax(90px, 0.8fr)',
    from: 760,
    cell: ({ form }) => <OneLine text={formLabel(form)} muted />,
  },
  {
    title: 'When',
    width: '92px',
    from: 0,
    sorts: ['newest', 'oldest'],
    cell: ({ createdAt }) => (
      <Text size={1} muted textOverflow="ellipsis">
        <Moment at={createdAt} />
      </Text>
    ),
  },
  {
    title: 'Where from',
    width: 'minmax(90px, 0.9fr)',
    from: 900,
    cell: ({ source, campaign }) => (
      <OneLine text={[sourceLabel(source), campaign].filter(Boolean).join(' · ')} muted />
    ),
  },
  {
    title: 'Status',
    width: '96px',
    from: 0,
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    title: 'Delivery',
    width: '128px',
    from: 1020,
    cell: ({ delivery }) => <Delivery delivery={delivery} />,
  },
  {
    title: 'Owner',
    width: 'minmax(90px, 0.7fr)',
    from: 1120,
    cell: ({ owner }) => <OneLine text={owner?.name ?? '–'} muted />,
  },
]
