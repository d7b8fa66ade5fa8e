import { Select } from '@sanity/ui'
import type { ComponentProps } from 'react'

/** A choice of one among a few, in the one size that all tools have. */
export function Choice(props: ComponentProps<typeof Select>) {
  return <Select fontSize={1} padding={2} {...props} />
}
