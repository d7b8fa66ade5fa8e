import { Stack } from '@sanity/ui'
import { useState } from 'react'
import { styled } from 'styled-components'
import { SmallButton } from '../ui/controls.tsx'
import { visible } from './labels.ts'

/** A word or a line from outside, isolated from the direction of writing around it. */
export const Isolated = ({ text }: { text: string }) => <bdi dir="auto">{visible(text)}</bdi>

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
        <SmallButton
          aria-expanded={expanded}
          text={expanded ? 'Show less' : `Show all ${characters} characters`}
          onClick={() => setExpanded(!expanded)}
        />
      </div>
    </Stack>
  )
}
