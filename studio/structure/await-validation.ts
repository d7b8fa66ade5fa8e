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

/** A press waits for so long at most, in milliseconds: what can't be saved or checked by then is told. */
const longestWaitMs = 20_000

/** A change cancels a publication that is under way; one that has not been by then is over, or has failed. */
const underWayMs = 5_000

/**
 * Publishes once what is typed has been saved and checked. The Studio's own action puts a press off,
 * too, but its validation status pairs the new revision with the older result for a moment: a press
 * that falls into it is judged by what was wrong before, and dropped. Here the draft is validated
 * anew for each press; the Studio's action is called once it would publish without waiting. Two more things
 * it loses: the words that a text has not told yet, which would stay behind as a draft, and a publication
 * during which something is changed, which is asked for again.
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
      const timer = setTimeout(late, longestWaitMs)
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
      const timer = setTimeout(over, underWayMs)
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
