import { TranslateIcon } from '@sanity/icons'
import { Button, Menu, MenuButton, MenuItem } from '@sanity/ui'
import { isTranslation } from 'halvi-schemas'
import { useId } from 'react'
import { type SanityDocument, useEditState, usePerspective } from 'sanity'
import { useLanguages, useListened } from './languages.ts'
import { useOpenTranslation } from './use-open-translation.ts'

interface Related {
  _id: string
  _type: string
  language: string | null
}

const related = {
  fetch: `*[_id in *[_type == "translation.metadata" && $id in translations[].value._ref]
    .translations[].value._ref]{_id, _type, language}`,
  listen: '*[_type == "translation.metadata" || defined(language)]',
}

interface TranslationsMenuProps {
  documentId: string
  schemaType: { name: string }
}

/** The menu of a document's form that opens its original and its translations, and creates missing ones. */
export function TranslationsMenu({ documentId, schemaType }: TranslationsMenuProps) {
  const id = useId()
  const { selectedReleaseId, perspectiveStack } = usePerspective()
  const { version, draft, published } = useEditState(
    documentId,
    schemaType.name,
    'default',
    selectedReleaseId,
  )
  const documents = useListened<Related[]>(related, { id: documentId }, [...perspectiveStack])
  const languages = useLanguages()
  const { open, create } = useOpenTranslation()
  const source: SanityDocument | null = version ?? draft ?? published
  if (languages.length === 0) return null
  const original = documents?.find((one) => !isTranslation(one))
  const items = languages.map((language) => {
    const found = documents?.find((one) => one.language === language.id)
    const isCurrent = source?.language === language.id
    return (
      <MenuItem
        key={language.id}
        text={found || isCurrent ? language.title : `Create: ${language.title}`}
        selected={isCurrent}
        // Only an original can be translated.
        disabled={!documents || !source || isCurrent || (!found && isTranslation(source))}
        onClick={() => (found ? open(found) : source && void create(source, language))}
      />
    )
  })
  return (
    <MenuButton
      id={id}
      button={<Button text="Translations" icon={TranslateIcon} mode="bleed" disabled={!source} />}
      menu={
        <Menu>
          <MenuItem
            text="English"
            selected={!isTranslation(source)}
            disabled={!original || !isTranslation(source)}
            onClick={() => original && open(original)}
          />
          {items}
        </Menu>
      }
    />
  )
}
