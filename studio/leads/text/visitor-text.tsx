import { Button, Stack } from '@sanity/ui'
import { useState } from 'react'
import { styled } from 'styled-components'
import { visible } from './visible.ts'

/** Characters of a long text that are shown before somebody asks for the rest. */
const collapsedLength = 600

const Wrapping = styled.bdi`
  display: block;
  white-space: pre-wrap;
  /* Each paragraph in its own direction. */
  unicode-bidi: plaintext;
  overflow-wrap: anywhere;
`

/** What a visitor has typed, as text alone and isolated from what stands around it. */
export function VisitorText({ text }: { text: string }) {
  const [expanded, setExpanded] = useState(false)
  if (text.length <= collapsedLength) return <Wrapping dir="auto">{visible(text)}</Wrapping>
  const characters = text.length.toLocaleString('en-US')
  return (
    <Stack space={3}>
      <Wrapping dir="auto">
        {visible(expanded ? text : `${text.slice(0, collapsedLength)}…`)}
      </Wrapping>
      <div>
        <Button
          fontSize={1}
          padding={2}
          mode="ghost"
          aria-expanded={expanded}
          text={expanded ? 'Show less' : `Show all ${characters} characters`}
          onClick={() => setExpanded(!expanded)}
        />
      </div>
    </Stack>
  )
}
