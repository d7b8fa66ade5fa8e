import { cloneElement, isValidElement } from 'react'
import type { DocumentActionComponent } from 'sanity'

const hourMs = 3_600_000

/**
 * Returns the action that schedules a draft, with a dialog that opens with the hour after next. Sanity's opens with a
 * time that has passed, and so with an error.
 */
export function scheduleLater(schedule: DocumentActionComponent): DocumentActionComponent {
  const ScheduleLater: DocumentActionComponent = (props) => {
    const description = schedule(props)
    const dialog = description?.dialog
    if (!description || !dialog || dialog.type !== 'custom') return description
    const { component } = dialog
    if (!isValidElement<{ initialDate?: Date }>(component)) return description
    const { initialDate } = component.props
    if (initialDate && initialDate.getTime() > Date.now()) return description
    const later = new Date(Math.ceil(Date.now() / hourMs + 1) * hourMs)
    const opened = cloneElement(component, { initialDate: later })
    return { ...description, dialog: { ...dialog, component: opened } }
  }
  ScheduleLater.action = 'schedule'
  return ScheduleLater
}
