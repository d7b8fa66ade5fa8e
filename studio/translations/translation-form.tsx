import { Card, Stack, Text } from '@sanity/ui'
import { isTranslation } from 'halvi-schemas'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import {
  type FieldProps,
  type InputProps,
  type Path,
  pathToString,
  type SanityDocument,
  type SchemaType,
  useClient,
  useEditState,
} from 'sanity'
import { languageFrom } from '../../app/language/language.ts'
import { publishedId } from '../links/published-id.ts'
import { readPast } from './translation.ts'
import { useOriginal } from './use-original.ts'

interface Translation {
  direction: 'ltr' | 'rtl'
  original?: Partial<SanityDocument> | undefined
  /** The original when the translation was last published. */
  before?: SanityDocument | undefined
}

/** The document in the form, if it is a translation. */
const TranslationContext = createContext<Translation | undefined>(undefined)

function TranslationProvider({ value, children }: { value: SanityDocument; children: ReactNode }) {
  const client = useClient({ apiVersion: '2025-02-19' })
  const original = useOriginal(value)
  const publishedAt = useEditState(publishedId(value._id), value._type).published?._updatedAt
  const originalId = original?._id
  const [before, setBefore] = useState<SanityDocument>()
  useEffect(() => {
    setBefore(undefined)
    if (!originalId || !publishedAt) return
    let isCurrent = true
    readPast(client, originalId, publishedAt).then((then) => isCurrent && setBefore(then))
    return () => {
      isCurrent = false
    }
  }, [client, originalId, publishedAt])
  const { direction = 'ltr' } = languageFrom({ code: String(value.language) }) ?? {}
  return (
    <TranslationContext.Provider value={{ direction, original, before }}>
      {children}
    </TranslationContext.Provider>
  )
}

/** Renders inputs for texts of a right-to-left language right-to-left. Addresses stay left-to-right. */
export function TranslationInput(props: InputProps) {
  const translation = useContext(TranslationContext)
  const { id, value, schemaType } = props
  if (id === 'root' && isTranslation(value as object | undefined))
    return (
      <TranslationProvider value={value as SanityDocument}>
        {props.renderDefault(props)}
      </TranslationProvider>
    )
  if (!translation || !hasText(schemaType)) return props.renderDefault(props)
  const isAddress = typeof value === 'string' && /^(\w+:|\/|#)/.test(value)
  return <div dir={isAddress ? 'ltr' : translation.direction}>{props.renderDefault(props)}</div>
}

/** Shows the original's text below each text of a translation, and whether it has changed since. */
export function TranslationField(props: FieldProps) {
  const translation = useContext(TranslationContext)
  const { path, schemaType, value } = props
  if (!translation || !hasText(schemaType)) return props.renderDefault(props)
  const { original, before } = translation
  const text = textOf(valueAt(original, path))
  if (!text) return props.renderDefault(props)
  const isChanged = before !== undefined && textOf(valueAt(before, path)) !== text
  const notes = [
    'English',
    ...(isChanged ? ['changed since this translation was published'] : []),
    ...(textOf(value) === text ? ['not translated yet'] : []),
  ]
  return (
    <Stack space={2}>
      {props.renderDefault(props)}
      <Card
        padding={3}
        radius={2}
        tone={isChanged ? 'caution' : 'transparent'}
        data-testid={`original-${pathToString(path)}`}
      >
        <Stack space={3}>
          <Text size={0} muted>
            {notes.join(' · ')}
          </Text>
          <Text size={1} style={{ whiteSpace: 'pre-line' }} lang="en" dir="ltr">
            {text}
          </Text>
        </Stack>
      </Card>
    </Stack>
  )
}

/** Returns whether values of a type are texts: a string without a list of choices, a rich text, or a list of texts. */
function hasText(type: SchemaType): boolean {
  if (type.jsonType === 'string') return !(type.options as { list?: unknown } | undefined)?.list
  if (type.jsonType !== 'array') return false
  return type.of.some((one) => one.jsonType === 'string' || isBlock(one))
}

const isBlock = (type: SchemaType | null | undefined): boolean =>
  type?.name === 'block' || (type?.type ? isBlock(type.type) : false)

/** Returns a text, or a rich text without its format. Inserted facts are shown as an ellipsis. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join('\n')
  const { children } = (value ?? {}) as { children?: { text?: string }[] }
  return (children ?? []).map(({ text = '[…]' }) => text).join('')
}

/** Returns the value at a path. Lists of a translation have the keys of the original. */
const valueAt = (document: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, part) => {
    if (typeof value !== 'object' || value === null) return undefined
    if (typeof part === 'object' && '_key' in part)
      return (value as { _key?: string }[]).find(({ _key }) => _key === part._key)
    return (value as Record<string, unknown>)[String(part)]
  }, document)
