import { TranslateIcon } from '@sanity/icons'
import { Button, Menu, MenuButton, MenuItem } from '@sanity/ui'
import { useId } from 'react'
import { publishedId } from '../links/published-id.ts'
import { useContent, useLanguages } from './languages.ts'
import { rowsOf } from './states.ts'
import { useTranslationActions } from './use-translation-actions.ts'

interface TranslationsMenuProps {
  documentId: string
  schemaType: { name: string }
}

/** The menu of a document's form that opens its original and its translations, and creates missing ones. */
export function TranslationsMenu({ documentId, schemaType }: TranslationsMenuProps) {
  const id = useId()
  const content = useContent([schemaType.name])
  const languages = useLanguages()
  const { open, create } = useTranslationActions()
  if (languages.length === 0) return null
  const rows = languages.flatMap(({ id: code, title }) =>
    (content ? rowsOf(content, code) : []).map((row) => ({ ...row, code, title })),
  )
  const isThis = (one?: { _id: string }) => one && publishedId(one._id) === documentId
  const own = rows.find((row) => isThis(row.original) || isThis(row.translation))
  const original = own?.original
  const label = isThis(own?.translation) ? `Translations: ${own?.title}` : 'Translations'
  return (
    <MenuButton
      id={id}
      button={<Button text={label} icon={TranslateIcon} mode="bleed" disabled={!original} />}
      menu={
        <Menu>
          {original && (
            <MenuItem
              text="English"
              selected={isThis(original)}
              disabled={isThis(original)}
              onClick={() => open(original)}
            />
          )}
          {rows
            .filter((row) => original && row.original?._id === original._id)
            .map(({ code, title, translation }) => (
              <MenuItem
                key={code}
                text={translation ? title : `Create: ${title}`}
                selected={isThis(translation)}
                disabled={isThis(translation)}
                onClick={() =>
                  translation ? open(translation) : original && void create(original, code)
                }
              />
            ))}
        </Menu>
      }
    />
  )
}
