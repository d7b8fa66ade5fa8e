import { Card, Flex, Stack, Text } from '@sanity/ui'
import type { MessageContent } from 'halvi-leads/contract'
import { useState } from 'react'
import { Choice, Note } from '../../ui/controls.tsx'
import { Isolated, VisitorText } from '../visitor-text.tsx'

const looks = [
  ['700', 'Computer (700 px)'],
  ['360', 'Phone (360 px)'],
  ['text', 'Plain text'],
] as const
const themes = [
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const

/** A message as mail programs show it: as HTML in two widths and themes, or as plain text. */
export function MessageView({ message, note }: { message: MessageContent; note: string }) {
  const { html, text } = message
  const subject = withoutIsolates(message.subject)
  const [look, setLook] = useState<string>('700')
  const [theme, setTheme] = useState<string>('light')
  const isText = html === null || look === 'text'
  return (
    <Stack space={3} style={{ gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Text
        size={1}
        weight="semibold"
        data-testid="message-subject"
        style={{ overflowWrap: 'anywhere' }}
      >
        <Isolated text={subject} />
      </Text>
      {html !== null && (
        <Flex gap={2}>
          <Choice aria-label="View" choices={looks} value={look} onValue={setLook} />
          <Choice
            aria-label="Theme"
            choices={themes}
            value={theme}
            disabled={isText}
            onValue={setTheme}
          />
        </Flex>
      )}
      <Card border radius={2} overflow="hidden" data-testid="message-text">
        {isText ? (
          <Text as="div" size={1} style={{ padding: 12 }}>
            <VisitorText text={withoutIsolates(text)} />
          </Text>
        ) : (
          // Without permissions: no scripts, no forms, and no navigation of the Studio.
          <iframe
            title={`Message: ${subject}`}
            sandbox=""
            srcDoc={inTheme(html, theme)}
            style={{
              ...{ width: `${look}px`, maxWidth: '100%', height: 560, border: 0, display: 'block' },
              colorScheme: theme,
            }}
          />
        )}
      </Card>
      <Note>{note}</Note>
    </Stack>
  )
}

/** Returns a text without the isolates that the site adds around values and numbers. Values have no such characters. */
const withoutIsolates = (text: string) => text.replace(/[\u2066-\u2069]/g, '')

/** Returns a message whose theme does not depend on the computer's. */
const inTheme = (html: string, theme: string) =>
  html.replace(
    '@media (prefers-color-scheme:dark)',
    theme === 'dark' ? '@media all' : '@media not all',
  )
