import { ArrowRightIcon, CheckmarkCircleIcon, CircleIcon } from '@sanity/icons'
import { Badge, Box, Button, Card, Flex, Stack, Text } from '@sanity/ui'
import { useIntentLink, useRouter } from 'sanity/router'
import type { Field, Item } from './item.ts'

/** One thing: whether it is done, how it is, and where it is changed. */
export function ItemRow({ item, isFirst }: { item: Item; isFirst: boolean }) {
  const { title, isDone, sentence, field, tool } = item
  return (
    <Card as="li" padding={4} borderTop={!isFirst}>
      <Flex gap={3} align="flex-start">
        <Card tone={isDone ? 'positive' : 'caution'} style={clear}>
          <Text muted size={2} aria-hidden>
            {isDone ? <CheckmarkCircleIcon /> : <CircleIcon />}
          </Text>
        </Card>
        <Flex gap={4} flex={1} align="flex-start" wrap="wrap" style={narrowest}>
          <Stack space={3} flex={1} style={{ minWidth: '14em' }}>
            <Flex gap={2} align="center" wrap="wrap">
              <Text weight="medium">{title}</Text>
              <Badge tone={isDone ? 'positive' : 'caution'}>{isDone ? 'Done' : 'To do'}</Badge>
            </Flex>
            <Text size={1} style={{ overflowWrap: 'anywhere' }}>
              {sentence}
            </Text>
            {field && !isDone && (
              <Text size={1} muted>
                {field.place}
              </Text>
            )}
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

/** Coloured in its lines alone. */
const clear = { background: 'none' }
const narrowest = { minWidth: 0 }

function FieldLink({ field: { id, type, path }, title }: { field: Field; title: string }) {
  const { href, onClick } = useIntentLink({ intent: 'edit', params: { id, type, path } })
  return (
    <Button
      as="a"
      href={href}
      onClick={onClick}
      mode="ghost"
      fontSize={1}
      iconRight={ArrowRightIcon}
      text="Open"
      aria-label={`Open ${title}`}
    />
  )
}

function ToolLink({ tool: { name, title } }: { tool: NonNullable<Item['tool']> }) {
  const { navigateUrl } = useRouter()
  const href = `/studio/${name}`
  return (
    <Button
      as="a"
      href={href}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        navigateUrl({ path: href })
      }}
      mode="ghost"
      fontSize={1}
      iconRight={ArrowRightIcon}
      text="Open"
      aria-label={`Open ${title}`}
    />
  )
}
