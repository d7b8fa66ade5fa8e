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
import { useEditsKnown } from './edits-known.ts'

/** The longest that a press waits for its draft to be saved and checked, in milliseconds. */
const maxWaitMs = 20_000

/** A change cancels a publication for this long; after it, the publication is done or has failed. In milliseconds. */
const publishingMs = 5_000

/**
 * Returns a publish action that waits until the draft is saved and checked. The Studio's own action waits, too, but
 * loses a press in three cases. Its validation status pairs a new revision with the older result for a moment, so
 * that a press is checked against former mistakes: here the draft is validated again for each press. A text reports
 * its last words late, so that they stay behind as a draft: the press waits for them. A change cancels a publication:
 * it is started again.
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
    const [isAsked, setIsAsked] = useState(false)
    const [validRevision, setValidRevision] = useState<string>()
    const areEditsKnown = useEditsKnown(isAsked)
    const outcome = useDocumentOperationEvent(id, type)
    /** What the Studio was given to publish, and what was public then. */
    const handedOver = useRef<{ draft: string; published: string | undefined }>(undefined)

    const giveUp = useCallback(
      (reason: string) => {
        setIsAsked(false)
        toast.push({ status: 'error', title: 'Not published', description: reason })
      },
      [toast],
    )

    useEffect(() => {
      if (!isAsked) return
      const late = () => giveUp('It could not be saved and checked in time. Please try again.')
      const timer = setTimeout(late, maxWaitMs)
      return () => clearTimeout(timer)
    }, [isAsked, giveUp])

    useEffect(() => {
      if (!isAsked || !areEditsKnown || isSyncing || !draft) return
      let isCurrent = true
      validateDocument({ document: draft, workspace, currentUser }).then(
        (markers) => {
          if (!isCurrent) return
          if (markers.some(({ level }) => level === 'error'))
            giveUp('Please mend what is marked first.')
          else setValidRevision(draft._rev)
        },
        () => isCurrent && giveUp('It could not be checked. Please try again.'),
      )
      return () => {
        isCurrent = false
      }
    }, [isAsked, areEditsKnown, isSyncing, draft, workspace, currentUser, giveUp])

    const isReady =
      isAsked &&
      areEditsKnown &&
      !isSyncing &&
      !status.isValidating &&
      status.revision === draft?._rev &&
      validRevision === draft?._rev
    useEffect(() => {
      // What arrives from the site is rendered at once, before the state that is set here: without the
      // ref a press could be published twice, and the site would refuse the second.
      if (!isReady || !draft || handedOver.current) return
      handedOver.current = { draft: draft._rev, published: published?._rev }
      setIsAsked(false)
      description?.onHandle?.()
    }, [isReady, draft, published, description])

    const isRefused = outcome?.type === 'error' && outcome.op === 'publish'
    useEffect(() => {
      if (isAsked || !handedOver.current) return
      // The Studio says why.
      if (isRefused) handedOver.current = undefined
      const over = () => {
        handedOver.current = undefined
      }
      const timer = setTimeout(over, publishingMs)
      return () => clearTimeout(timer)
    }, [isAsked, isRefused])

    useEffect(() => {
      const last = handedOver.current
      if (!last || isAsked || isSyncing || draft?._rev === last.draft) return
      handedOver.current = undefined
      if (draft && published?._rev === last.published) setIsAsked(true)
    }, [isAsked, isSyncing, draft, published])

    if (!description) return description
    return {
      ...description,
      disabled: Boolean(description.disabled) || isAsked,
      onHandle() {
        handedOver.current = undefined
        setIsAsked(true)
      },
    }
  }
  PublishOnceValid.action = 'publish'
  return PublishOnceValid
}
