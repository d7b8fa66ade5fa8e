import { Box, Button, Flex, Stack, Text } from '@sanity/ui'
import { type SanityDocument, useSchema } from 'sanity'
import { Dialog } from '../../dialog.tsx'
import { DocumentLinks, titleOf } from '../../links/document-links.tsx'
import type { Use, Uses } from './uses.ts'

interface UsesDialogProps {
  document: SanityDocument
  /** What is about to be done, such as delete. */
  verb: string
  uses: Uses
  /** Where the site itself links to the page. */
  fixedLink?: string | undefined
  onContinue(): void
  onClose(): void
}

/** Names what uses a document before it is removed. What others refer to can't be removed. */
export function UsesDialog(props: UsesDialogProps) {
  const { document, verb, uses, fixedLink, onContinue, onClose } = props
  const schema = useSchema()
  const title = titleOf(document, schema)
  const isBlocked = uses.references.length > 0
  const notes = (list: readonly Use[]) =>
    list.map((use) => ({ document: use.document, note: fieldTitles(use) }))
  const fieldTitles = ({ document: { _type }, fields }: Use) => {
    const type = schema.get(_type)
    const known = type && 'fields' in type ? type.fields : []
    return fields
      .map((name) => known.find((field) => field.name === name)?.type.title ?? name)
      .join(', ')
  }
  return (
    <Dialog
      id="uses"
      header={isBlocked ? `“${title}” is in use` : `There are links to “${title}”`}
      width={1}
      onClose={onClose}
      zOffset={1000}
    >
      <Box padding={4} data-testid="uses-dialog">
        <Stack space={4}>
          <Text size={1}>
            {isBlocked
              ? `Take it out of these documents first. Then you can ${verb} it.`
              : `If you ${verb} it, the site leaves these links out until there is a page or a redirect again.`}
          </Text>
          <DocumentLinks documents={notes(isBlocked ? uses.references : uses.links)} />
          {!isBlocked && fixedLink && <Text size={1}>{fixedLink}</Text>}
          <Flex gap={2} justify="flex-end">
            <Button
              fontSize={1}
              padding={3}
              mode="bleed"
              text={isBlocked ? 'Close' : 'Cancel'}
              onClick={onClose}
              autoFocus
            />
            {!isBlocked && (
              <Button
                fontSize={1}
                padding={3}
                tone="critical"
                text="Continue"
                onClick={onContinue}
              />
            )}
          </Flex>
        </Stack>
      </Box>
    </Dialog>
  )
}
