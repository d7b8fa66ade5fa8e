import { ArrowRightIcon, CheckmarkCircleIcon, CircleIcon } from '@sanity/icons'
import { Badge, Box, Button, Card, Flex, Stack, Text } from '@sanity/ui'
import type { MouseEvent } from 'react'
import { useIntentLink, useLink } from 'sanity/router'
import { Note } from '../ui/controls.tsx'
import type { Field, Item } from './item.ts'

/** A checklist item: whether it is done, a description, and a link to change it. */
export function ItemRow({ item, isFirst }: { item: Item; isFirst: boolean }) {
  const { title, isDone, sentence, field, tool } = item
  const tone = isDone ? 'positive' : 'caution'
  return (
    <Card as="li" padding={4} borderTop={!isFirst}>
      <Flex gap={3} align="flex-start">
        {/* Colors only the icon, not the background. */}
        <Card tone={tone} style={{ background: 'none' }}>
          <Text muted size={2} aria-hidden>
            {isDone ? <CheckmarkCircleIcon /> : <CircleIcon />}
          </Text>
        </Card>
        <Flex gap={4} flex={1} align="flex-start" wrap="wrap" style={{ minWidth: 0 }}>
          <Stack space={3} flex={1} style={{ minWidth: '14em' }}>
            <Flex gap={2} align="center" wrap="wrap">
              <Text weight="medium">{title}</Text>
              <Badge tone={tone}>{isDone ? 'Done' : 'To do'}</Badge>
            </Flex>
            <Text size={1} style={{ overflowWrap: 'anywhere' }}>
              {sentence}
            </Text>
            {field && !isDone && <Note>{field.place}</Note>}
          </Stack>
          <Box>
            {field && <FieldLink field={field} title={title} />}
            {tool && <ToolLink tool={tool} />}
          </Box>
        </Flex>
      </Flex>
    </Card>
  )
}

function FieldLink({ field: { id, type, path }, title }: { field: Field; title: string }) {
  return (
    <OpenLink {...useIntentLink({ intent: 'edit', params: { id, type, path } })} title={title} />
  )
}

function ToolLink({ tool: { name, title } }: { tool: NonNullable<Item['tool']> }) {
  const href = `/studio/${name}`
  return <OpenLink href={href} {...useLink({ href })} title={title} />
}

interface OpenLinkProps {
  href: string
  onClick: (event: MouseEvent<HTMLElement>) => void
  title: string
}

const OpenLink = ({ title, ...link }: OpenLinkProps) => (
  <Button
    as="a"
    {...link}
    mode="ghost"
    fontSize={1}
    iconRight={ArrowRightIcon}
    text="Open"
    aria-label={`Open ${title}`}
  />
)
