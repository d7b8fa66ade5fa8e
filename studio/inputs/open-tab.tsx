import { useEffect, useRef } from 'react'
import type { InputProps, ObjectInputProps } from 'sanity'

/**
 * Opens the tab of the field that a URL names, such as `path=headerLinks`, when the form of a document opens. Sanity
 * keeps the first tab, which may not have the field.
 */
export function OpenTab(props: InputProps) {
  const isForm = props.path.length === 0 && 'groups' in props
  return isForm ? <Form {...(props as ObjectInputProps)} /> : props.renderDefault(props)
}

function Form(props: ObjectInputProps) {
  const { focusPath, groups, schemaType, onFieldGroupSelect, renderDefault } = props
  const isOpened = useRef(false)
  const [first] = focusPath
  useEffect(() => {
    // Only once: then people choose the tab.
    if (isOpened.current) return
    isOpened.current = true
    const tabs = [schemaType.fields.find(({ name }) => name === first)?.group].flat()
    const tab = groups.find(({ name }) => tabs.includes(name))
    if (tab && !tab.selected) onFieldGroupSelect(tab.name)
  }, [first, groups, schemaType, onFieldGroupSelect])
  return renderDefault(props)
}
