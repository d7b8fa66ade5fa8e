import { apiVersion } from 'halvi-schemas/api-version'
import { useEffect } from 'react'
import {
  type InputProps,
  type ObjectInputProps,
  useActiveReleases,
  useArchivedReleases,
  useClient,
} from 'sanity'
import { usePaneRouter } from 'sanity/structure'

/** The input around a document's form. If the URL names a schedule that was deleted, the draft opens. */
export function LeaveDeletedSchedule(props: InputProps) {
  const isForm = props.path.length === 0 && 'groups' in props
  return isForm ? <Form {...(props as ObjectInputProps)} /> : props.renderDefault(props)
}

function Form(props: ObjectInputProps) {
  useLeaveDeletedSchedule()
  return props.renderDefault(props)
}

/**
 * Shows the draft of a document after its schedule was deleted. Sanity's pane keeps the name of the schedule in its URL,
 * so that the form stays read-only (https://github.com/sanity-io/sanity/pull/13510, not part of 5.31).
 */
function useLeaveDeletedSchedule(): void {
  const { params = {}, setParams } = usePaneRouter()
  const { scheduledDraft: name } = params as { scheduledDraft?: string }
  const client = useClient({ apiVersion })
  const active = useActiveReleases()
  const archived = useArchivedReleases()
  const isListed = [...active.data, ...archived.data].some(({ _id }) => _id.endsWith(`.${name}`))
  const isGone = Boolean(name) && !isListed && !active.loading

  useEffect(() => {
    if (!isGone) return
    let isCurrent = true
    // The list learns of a new schedule only after the pane shows it.
    client.getDocument(`_.releases.${name}`).then(
      (release) => {
        if (isCurrent && !release) setParams({ ...params, scheduledDraft: undefined })
      },
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [isGone, client, name, params, setParams])
}
