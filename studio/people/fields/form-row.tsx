import { Flex } from '@sanity/ui'
import type { ReactNode } from 'react'

/** Inputs and their button beside each other, below each other where there is no room. */
export function FormRow({ children }: { children: ReactNode }) {
  return (
    <Flex
      gap={3}
      direction={['column', 'column', 'row']}
      align={['stretch', 'stretch', 'flex-end']}
    >
      {children}
    </Flex>
  )
}
