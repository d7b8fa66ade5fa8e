import { useToast } from '@sanity/ui'
import type { PortableTextInputProps } from 'sanity'
import { blocksWithTables, tooLarge } from './pasted-tables.ts'

/** An input for text that keeps the tables of pasted text. */
export function RichTextInput(props: PortableTextInputProps) {
  const toast = useToast()
  const onPaste: PortableTextInputProps['onPaste'] = ({ event }) => {
    const { clipboardData: clipboard } = event
    // Text from an editor of the Studio has its tables already.
    if (clipboard.types.includes('application/x-portable-text')) return undefined
    const pasted = blocksWithTables(clipboard.getData('text/html'))
    if (pasted?.isShortened) toast.push({ status: 'warning', title: tooLarge })
    return pasted && { insert: pasted.blocks }
  }
  return props.renderDefault({ ...props, onPaste })
}
