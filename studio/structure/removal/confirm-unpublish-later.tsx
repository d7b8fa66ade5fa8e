import { Text } from '@sanity/ui'
import { apiVersion } from 'halvi-schemas/api-version'
import { Dialog } from 'halvi-staff-studio/ui'
import { useState } from 'react'
import { type DocumentActionComponent, type SanityDocument, useClient } from 'sanity'
import { DocumentLinks } from '../../links/document-links.tsx'
import { findBlocked } from './blocked-releases.ts'

/**
 * Returns an action that unpublishes a document with its release. If other documents refer to it then, it first shows
 * them, because the release would fail.
 */
export function confirmUnpublishLater(action: DocumentActionComponent): DocumentActionComponent {
  const UnpublishLater: DocumentActionComponent = (props) => {
    const description = action(props)
    const client = useClient({ apiVersion })
    const [uses, setUses] = useState<SanityDocument[]>()
    const { version } = props
    const isMarked = (version?._system as { delete?: boolean } | undefined)?.delete
    // The action of a marked version takes the mark away.
    if (!description || !version || isMarked) return description
    const onHandle = async () => {
      // Without the list, the release's own check remains.
      const blocked = await findBlocked(client, version._id).catch(() => [])
      const found = blocked.find(
        ({ release, document }) => `versions.${release}.${document._id}` === version._id,
      )
      if (found) setUses(found.uses)
      else description.onHandle?.()
    }
    if (!uses) return { ...description, onHandle }
    const onClose = () => setUses(undefined)
    const component = (
      <Dialog
        id="uses-in-release"
        data-testid="uses-dialog"
        header="The release can’t be published like this"
        width={1}
        onClose={onClose}
        buttons={[
          { mode: 'bleed', text: 'Cancel', onClick: onClose },
          {
            tone: 'caution',
            text: 'Unpublish when releasing',
            onClick: () => {
              onClose()
              description.onHandle?.()
            },
          },
        ]}
      >
        <Text size={1}>
          These documents refer to it. Remove it from them before the release, or in it:
        </Text>
        <DocumentLinks documents={uses.map((document) => ({ document }))} />
      </Dialog>
    )
    return { ...description, onHandle, dialog: { type: 'custom', component } }
  }
  return UnpublishLater
}
