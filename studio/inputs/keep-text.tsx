import { createContext, useCallback, useContext } from 'react'
import {
  type ArrayOfObjectsInputProps,
  type InputProps,
  isArrayOfBlocksInputProps,
  type ObjectInputProps,
  PatchEvent,
  setIfMissing,
} from 'sanity'

type Change = ObjectInputProps['onChange']

/** Changes the open document. The paths of the patches start at the document. */
const ChangeDocument = createContext<Change | undefined>(undefined)

/**
 * The input around every input. Texts in it send the removal of a paragraph to the document, past the field. Sanity's
 * field applies it to its last rendered value. If that value lacks the paragraphs that were added since, the field
 * removes the whole text (https://github.com/sanity-io/sanity/pull/14747, not part of 5.31).
 */
export function KeepText(props: InputProps) {
  if (isArrayOfBlocksInputProps(props)) return <Text {...props} />
  if (props.path.length > 0) return props.renderDefault(props)
  const { onChange } = props as ObjectInputProps
  return <ChangeDocument value={onChange}>{props.renderDefault(props)}</ChangeDocument>
}

function Text(props: ArrayOfObjectsInputProps) {
  const { path, onChange: changeField } = props
  const changeDocument = useContext(ChangeDocument)
  const onChange = useCallback<Change>(
    (change) => {
      const event = PatchEvent.from(change)
      const removes = (depth: number) =>
        event.patches.some((patch) => patch.type === 'unset' && patch.path.length === depth)
      if (!changeDocument || !removes(1) || removes(0)) return changeField(event)
      // Creates the objects around the text.
      changeField(setIfMissing([]))
      changeDocument(path.reduceRight<PatchEvent>((all, part) => all.prefixAll(part), event))
    },
    [changeDocument, changeField, path],
  )
  return props.renderDefault({ ...props, onChange })
}
