import { Card, Flex, Heading, Stack, Text } from '@sanity/ui'
import { type ReactNode, useId } from 'react'
import { Note } from '../ui/controls.tsx'
import { List } from '../ui/tool-page.tsx'

interface BoxProps {
  title: string
  /** Shown instead of the list if it is empty. */
  empty?: string
  /** Shown below the list. */
  note?: string | undefined
  children: readonly ReactNode[]
}

/** A box of the start screen: a heading with a list, or a sentence if there is nothing to list. */
export function Box({ title, empty, note, children }: BoxProps) {
  const id = useId()
  return (
    <Stack as="section" space={4} aria-labelledby={id}>
      <Heading as="h2" size={1} id={id}>
        {title}
      </Heading>
      {children.length > 0 ? (
        <Card border radius={3} overflow="hidden">
          <List space={0}>{children}</List>
        </Card>
      ) : (
        <Note>{empty}</Note>
      )}
      {note && <Note>{note}</Note>}
    </Stack>
  )
}

interface RowProps {
  /** A link with the title. */
  link: ReactNode
  badge?: ReactNode
  children?: ReactNode
}

/** A row of a box. The line below its title is muted. */
export function Row({ link, badge, children }: RowProps) {
  return (
    <Card as="li" paddingX={4} paddingY={3} borderBottom style={{ marginBottom: -1 }}>
      <Stack space={3}>
        <Flex gap={2} align="center" wrap="wrap">
          <Text size={1} weight="medium" style={{ overflowWrap: 'anywhere' }}>
            {link}
          </Text>
          {badge}
        </Flex>
        {children && <Note>{children}</Note>}
      </Stack>
    </Card>
  )
}
