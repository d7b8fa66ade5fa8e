import { markdownToPortableText } from '@portabletext/markdown'
import { PortableText, type PortableTextComponents } from '@portabletext/react'
import { ArrowLeftIcon } from '@sanity/icons'
import { Button, Heading, Stack, Text } from '@sanity/ui'
import { ToolPage } from 'halvi-staff-studio/ui'
import { useMemo } from 'react'
import { useStateLink } from 'sanity/router'
import type { Guide } from './guides.ts'

/** Shows a guide, with a link back to the start screen. */
export function GuidePage({ guide: { title, text } }: { guide: Guide }) {
  const blocks = useMemo(() => markdownToPortableText(text), [text])
  const back = useStateLink({ state: {} })
  return (
    <ToolPage title={title} width={1} data-testid="guide">
      <Stack space={5}>
        <PortableText value={blocks} components={components} />
        <div>
          <Button as="a" {...back} mode="ghost" fontSize={1} icon={ArrowLeftIcon} text="Home" />
        </div>
      </Stack>
    </ToolPage>
  )
}

const components: PortableTextComponents = {
  // Lines of the file are not lines of the text.
  hardBreak: false,
  block: {
    normal: ({ children }) => <Text>{children}</Text>,
    h2: ({ children }) => (
      <Heading as="h2" size={1}>
        {children}
      </Heading>
    ),
  },
  list: {
    number: ({ children }) => (
      <Stack as="ol" space={4} paddingLeft={4} margin={0}>
        {children}
      </Stack>
    ),
    bullet: ({ children }) => (
      <Stack as="ul" space={4} paddingLeft={4} margin={0}>
        {children}
      </Stack>
    ),
  },
  listItem: ({ children }) => (
    <li>
      <Text>{children}</Text>
    </li>
  ),
}
