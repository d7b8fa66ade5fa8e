import { Stack } from '@sanity/ui'
import { useState } from 'react'
import { styled } from 'styled-components'
import { SmallButton } from '../ui/controls.tsx'
import { escapeInvisible } from './labels.ts'

/** A short text from a visitor, isolated from the text direction around it. */
export const Isolated = ({ text }: { text: string }) => (
  <bdi dir="auto">{escapeInvisible(text)}</bdi>
)

/** The number of characters to show before a long text is expanded. */
const collapsedLength = 600

const Wrapping = styled.bdi`
  display: block;
  white-space: pre-wrap;
  /* Detects the text direction of each paragraph. */
  unicode-bidi: plaintext;
  overflow-wrap: anywhere;
`

/** A long text from a visitor, as plain text, isolated from the text direction around it. */
export function VisitorText({ text }: { text: string }) {
  const [expanded, setExpanded] = useState(false)
  if (text.length <= collapsedLength) return <Wrapping dir="auto">{escapeInvisible(text)}</Wrapping>
  const characters = text.length.toLocaleString('en-US')
  return (
    <Stack space={3}>
      <Wrapping dir="auto">
        {escapeInvisible(expanded ? text : `${text.slice(0, collapsedLength)}…`)}
      </Wrapping>
      <div>
        <SmallButton
          aria-expanded={expanded}
          text={expanded ? 'Show less' : `Show all ${characters} characters`}
          onClick={() => setExpanded(!expanded)}
        />
      </div>
    </Stack>
  )
}
