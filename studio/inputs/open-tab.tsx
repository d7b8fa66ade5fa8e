import { useEffect, useRef } from 'react'
import type { InputProps, ObjectInputProps } from 'sanity'
import { useLeaveDeletedSchedule } from '../structure/schedules/leave-deleted-schedule.ts'

/**
 * Opens what the URL of a document's form names: the tab of a field, such as `path=headerLinks`, because Sanity keeps
 * the first tab, which may not have the field; and the draft instead of a schedule that was deleted.
 */
export function OpenTab(props: InputProps) {
  const isForm = props.path.length === 0 && 'groups' in props
  return isForm ? <Form {...(props as ObjectInputProps)} /> : props.renderDefault(props)
}

function Form(props: ObjectInputProps) {
  useLeaveDeletedSchedule()
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
