import { Box, Card, Flex, Stack, Text } from '@sanity/ui'
import type { MessageContent } from 'halvi-leads/contract/applicants'
import { type CSSProperties, useState } from 'react'
import { useStaffQuery } from '../../staff.tsx'
import { Note, SmallButton } from '../../ui/controls.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Isolated, VisitorText } from '../visitor-text.tsx'

const frame: CSSProperties = {
  ...{ width: '100%', height: 420, border: 0, display: 'block' },
  ...{ background: '#fff', colorScheme: 'light' },
}

/** A message as it looks in a mail program, or its text. */
export function MessagePreview({ id }: { id: string }) {
  const query = useStaffQuery<MessageContent>(['message', id], `messages/${id}`)
  const [isText, setText] = useState(false)
  return (
    <Loaded query={query}>
      {({ subject, html, text }) => (
        <Stack space={3}>
          <Flex gap={3} align="center">
            <Box flex={1}>
              <Text size={1} weight="semibold" style={{ overflowWrap: 'anywhere' }}>
                <Isolated text={subject} />
              </Text>
            </Box>
            {html !== null && (
              <SmallButton
                mode="bleed"
                text={isText ? 'Show HTML' : 'Show text'}
                onClick={() => setText(!isText)}
              />
            )}
          </Flex>
          <Card border radius={2} overflow="hidden">
            {html === null || isText ? (
              <Text as="div" size={1} style={{ padding: 12 }}>
                <VisitorText text={text} />
              </Text>
            ) : (
              // Without permissions: no scripts, no forms, and no navigation of the Studio.
              <iframe title={`Message: ${subject}`} sandbox="" srcDoc={html} style={frame} />
            )}
          </Card>
          <Note>
            {html === null ? 'The text as it was sent' : 'As it would look if it was sent now'},
            without personal links.
          </Note>
        </Stack>
      )}
    </Loaded>
  )
}
