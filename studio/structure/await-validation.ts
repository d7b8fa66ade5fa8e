import { useToast } from '@sanity/ui'
import { useCallback, useEffect, useRef, useState } from 'react'
import {
  type DocumentActionComponent,
  useCurrentUser,
  useDocumentOperationEvent,
  useSyncState,
  useValidationStatus,
  useWorkspace,
  validateDocument,
} from 'sanity'
import { useEditsSettled } from './edits-settled.ts'

/** The maximum time to wait until a draft is saved and validated, in milliseconds. */
const maxWaitMs = 20_000

/** The time in which an edit that corrects an error can still reach this form, in milliseconds. */
const lastEditMs = 1_000

/** The time until a publication has succeeded or failed, in milliseconds. Until then, an edit cancels it. */
const publishingMs = 5_000

/**
 * Returns a publish action that waits until the draft is saved and validated. Sanity's own action also waits, but
 * ignores a click on Publish in three cases:
 *
 * - Its validation status briefly pairs a new revision with the result of the older one, so old errors block the
 *   click. This action validates the draft again after each click.
 * - A text editor reports the last characters late, so they would remain in a draft. This action waits for them.
 * - An edit cancels a publication that is in progress. This action starts it again.
 */
export function awaitValidation(publish: DocumentActionComponent): DocumentActionComponent {
  const PublishOnceValid: DocumentActionComponent = (props) => {
    const { id, type, draft, published } = props
    const description = publish(props)
    const { isSyncing } = useSyncState(id, type)
    const status = useValidationStatus(draft?._id ?? id, type, true)
    const workspace = useWorkspace()
    const currentUser = useCurrentUser()
    const toast = useToast()
    const [isRequested, setIsRequested] = useState(false)
    const [validRevision, setValidRevision] = useState<string>()
    const areEditsKnown = useEditsSettled(isRequested)
    const outcome = useDocumentOperationEvent(id, type)
    /** The revisions of the draft and the published document when Sanity's publish action started. */
    const submitted = useRef<{ draft: string; published: string | undefined }>(undefined)

    const giveUp = useCallback(
      (reason: string) => {
        setIsRequested(false)
        toast.push({ status: 'error', title: 'Not published', description: reason })
      },
      [toast],
    )

    useEffect(() => {
      if (!isRequested) return
      const onTimeout = () => giveUp('Couldn’t save in time. Please try again.')
      const timer = setTimeout(onTimeout, maxWaitMs)
      return () => clearTimeout(timer)
    }, [isRequested, giveUp])

    useEffect(() => {
      if (!isRequested || !areEditsKnown || isSyncing || !draft) return
      let isCurrent = true
      let timer: ReturnType<typeof setTimeout> | undefined
      validateDocument({ document: draft, workspace, currentUser }).then(
        (markers) => {
          if (!isCurrent) return
          if (markers.some(({ level }) => level === 'error'))
            timer = setTimeout(giveUp, lastEditMs, 'Fix the highlighted fields first.')
          else setValidRevision(draft._rev)
        },
        () => isCurrent && giveUp('Couldn’t validate the document. Please try again.'),
      )
      return () => {
        isCurrent = false
        clearTimeout(timer)
      }
    }, [isRequested, areEditsKnown, isSyncing, draft, workspace, currentUser, giveUp])

    const isReady =
      isRequested &&
      areEditsKnown &&
      !isSyncing &&
      !status.isValidating &&
      status.revision === draft?._rev &&
      validRevision === draft?._rev
    useEffect(() => {
      // Updates from the site render before the state that is set here. Without the ref, one click could publish
      // twice, and the site would reject the second publication.
      if (!isReady || !draft || submitted.current) return
      submitted.current = { draft: draft._rev, published: published?._rev }
      setIsRequested(false)
      description?.onHandle?.()
    }, [isReady, draft, published, description])

    const hasFailed = outcome?.type === 'error' && outcome.op === 'publish'
    useEffect(() => {
      if (isRequested || !submitted.current) return
      // Sanity shows the reason.
      if (hasFailed) submitted.current = undefined
      const finish = () => {
        submitted.current = undefined
      }
      const timer = setTimeout(finish, publishingMs)
      return () => clearTimeout(timer)
    }, [isRequested, hasFailed])

    useEffect(() => {
      const last = submitted.current
      if (!last || isRequested || isSyncing || draft?._rev === last.draft) return
      submitted.current = undefined
      if (draft && published?._rev === last.published) setIsRequested(true)
    }, [isRequested, isSyncing, draft, published])

    if (!description) return description
    return {
      ...description,
      disabled: Boolean(description.disabled) || isRequested,
      onHandle() {
        submitted.current = undefined
        setIsRequested(true)
      },
    }
  }
  PublishOnceValid.action = 'publish'
  return PublishOnceValid
}
