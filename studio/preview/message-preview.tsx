import { Card, Flex, Heading, Stack, Text } from '@sanity/ui'
import { useEffect, useState } from 'react'
import type { SanityDocument } from 'sanity'
import { useClient } from 'sanity'
import { MESSAGES_QUERY } from '../../app/content/queries/messages.ts'
import type { MessageSite } from '../../app/mail/render.tsx'
import { Choice, Note } from '../ui/controls.tsx'

const widths = [
  ['360', 'Phone (360 px)'],
  ['700', 'Computer (700 px)'],
] as const
const themes = [
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const

/** Shows a message as it is sent, with a sample recipient. It updates as editors type. */
export function MessagePreview({ document }: { document: { displayed: Partial<SanityDocument> } }) {
  const message = useRendered(document.displayed)
  const [width, setWidth] = useState('700')
  const [theme, setTheme] = useState('light')
  if (!message) return null
  // The frame would follow the theme of the computer.
  const html = message.html.replace(
    '@media (prefers-color-scheme:dark)',
    theme === 'dark' ? '@media all' : '@media not all',
  )
  return (
    <Card height="fill" overflow="auto" padding={4} data-testid="message-preview">
      <Stack space={4}>
        <Note>With the values of a sample recipient. Links don’t work here.</Note>
        <Heading as="h2" size={1} data-testid="message-subject">
          {message.subject}
        </Heading>
        <Flex gap={2}>
          <Choice
            aria-label="Width"
            choices={widths}
            value={width}
            onChange={(event) => setWidth(event.currentTarget.value)}
          />
          <Choice
            aria-label="Theme"
            choices={themes}
            value={theme}
            onChange={(event) => setTheme(event.currentTarget.value)}
          />
        </Flex>
        <iframe
          title="The message as HTML"
          sandbox=""
          srcDoc={html}
          style={{ width: `${width}px`, height: '640px', border: '1px solid #8886' }}
        />
        <Heading as="h2" size={1}>
          As plain text
        </Heading>
        <Text as="pre" size={1} data-testid="message-text" style={{ whiteSpace: 'pre-wrap' }}>
          {message.text}
        </Text>
      </Stack>
    </Card>
  )
}

/** Renders a message with the code that sends it. The code is loaded when the first preview opens. */
function useRendered(displayed: Partial<SanityDocument>) {
  const client = useClient({ apiVersion: '2025-02-19' })
  const [site, setSite] = useState<MessageSite | null>(null)
  const [mail, setMail] = useState<typeof import('../../app/mail/preview.ts')>()
  useEffect(() => {
    // Without its settings, the site has its default name.
    client.fetch(MESSAGES_QUERY).then(
      (content) => setSite(content.site),
      () => {},
    )
    import('../../app/mail/preview.ts').then(setMail)
  }, [client])
  return mail?.renderPreview(displayed, site)
}
