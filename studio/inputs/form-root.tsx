import { useContext, useMemo } from 'react'
import type { InputProps, ObjectInputProps } from 'sanity'
import { DialogStackContext } from 'sanity/_singletons'
import { useLeaveDeletedSchedule } from '../structure/schedules/leave-deleted-schedule.ts'

/**
 * The input around a document's form. Closing the dialog of a list item leaves the dialog below it open, where Sanity
 * closes all. If the URL names a schedule that was deleted, the draft opens.
 */
export function FormRoot(props: InputProps) {
  const isForm = props.path.length === 0 && 'groups' in props
  return isForm ? <Form {...(props as ObjectInputProps)} /> : props.renderDefault(props)
}

function Form(props: ObjectInputProps) {
  useLeaveDeletedSchedule()
  const dialogs = useContext(DialogStackContext)
  const closingOne = useMemo(
    () =>
      dialogs && {
        ...dialogs,
        close: () => dialogs.close(dialogs.stack.length > 1 ? { toParent: true } : {}),
      },
    [dialogs],
  )
  return (
    <DialogStackContext.Provider value={closingOne}>
      {props.renderDefault(props)}
    </DialogStackContext.Provider>
  )
}
