import { Card, Container, Flex, Heading, Stack, Text } from '@sanity/ui'
import type { ComponentProps, ReactNode } from 'react'
import { Note } from './controls.tsx'

/** Limits the content to the page's width, even with very long words. */
const oneColumn = { gridTemplateColumns: 'minmax(0, 1fr)' }

interface ToolPageProps {
  title: string
  note?: string
  width?: number
  space?: number
  'data-testid': string
  children: ReactNode
}

/** The scrollable page of a tool. */
export function ToolPage({ title, note, width = 2, space = 5, children, ...rest }: ToolPageProps) {
  return (
    <Card height="fill" overflow="auto" {...rest}>
      <Container width={width}>
        <Stack space={space} paddingX={4} paddingY={5} style={oneColumn}>
          <Stack space={4}>
            <Heading as="h1" size={2}>
              {title}
            </Heading>
            {note && <Note>{note}</Note>}
          </Stack>
          {children}
        </Stack>
      </Container>
    </Card>
  )
}

/** A list without bullets. */
export const List = (props: ComponentProps<typeof Stack>) => (
  <Stack
    as="ul"
    space={3}
    style={{ ...oneColumn, listStyle: 'none', margin: 0, padding: 0 }}
    {...props}
  />
)

interface ListCardProps {
  title: ReactNode
  notes: readonly string[]
  tone?: 'caution' | 'default'
  children?: ReactNode
}

/** A list item as a card, with its actions as children. */
export function ListCard({ title, notes, tone = 'default', children }: ListCardProps) {
  return (
    <Card as="li" border padding={4} radius={3} tone={tone}>
      <Flex gap={4} wrap="wrap" align="center">
        <Stack space={3} flex={1} style={{ minWidth: '12em' }}>
          {typeof title === 'string' ? <Text style={wrapping}>{title}</Text> : title}
          {notes.map((note) => (
            <Note key={note} style={wrapping}>
              {note}
            </Note>
          ))}
        </Stack>
        <Flex gap={2} wrap="wrap" align="center">
          {children}
        </Flex>
      </Flex>
    </Card>
  )
}

const wrapping = { overflowWrap: 'anywhere' } as const
