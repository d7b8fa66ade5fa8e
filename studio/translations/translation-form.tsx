import { Card, Stack, Text } from '@sanity/ui'
import { isTranslation } from 'halvi-schemas'
import { apiVersion } from 'halvi-schemas/api-version'
import { imageAddress } from 'halvi-site/content/images'
import { languageFrom } from 'halvi-site/language/language'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import {
  type FieldProps,
  getValueAtPath,
  type InputProps,
  pathToString,
  type SanityDocument,
  useClient,
  useEditState,
} from 'sanity'
import { readConnection } from '../connection.ts'
import { publishedId } from '../links/published-id.ts'
import { hasText, isA, isAddress, textOf } from './texts.ts'
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
  const client = useClient({ apiVersion })
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
  const { id, path, value, schemaType } = props
  if (id === 'root' && isTranslation(value as object | undefined))
    return (
      <TranslationProvider value={value as SanityDocument}>
        {props.renderDefault(props)}
      </TranslationProvider>
    )
  if (!translation) return props.renderDefault(props)
  if (isA(schemaType, 'image')) {
    const picture = getValueAtPath(translation.original, path) as Picture | undefined
    const isOwn = (value as Picture | undefined)?.asset !== undefined
    return (
      <Stack space={3}>
        {props.renderDefault(props)}
        {!isOwn && <OriginalPicture picture={picture} />}
      </Stack>
    )
  }
  if (!hasText(schemaType)) return props.renderDefault(props)
  const direction = isAddress(value) ? 'ltr' : translation.direction
  return <div dir={direction}>{props.renderDefault(props)}</div>
}

type Image = NonNullable<Parameters<typeof imageAddress>[1]>

interface Picture extends Partial<Pick<Image, 'crop' | 'hotspot'>> {
  asset?: { _ref?: string }
}

/** Shows the picture of the original, which the translation has, too. */
function OriginalPicture({ picture }: { picture: Picture | undefined }) {
  const { hosted, projectId, dataset } = readConnection()
  const source = { projectId, dataset, baseUrl: hosted ? 'https://cdn.sanity.io' : '/' }
  const { asset, crop = null, hotspot = null } = picture ?? {}
  const image = { asset: { _id: asset?._ref ?? '', width: null, height: null }, crop, hotspot }
  const url = imageAddress(source, image)?.width(400).url()
  if (!url) return null
  return (
    <Card padding={3} radius={2} tone="transparent" data-testid="original-picture">
      <Stack space={3}>
        <Text size={0} muted>
          The picture of the English page. Upload another one only for this language.
        </Text>
        <img src={url} alt="" style={{ maxWidth: '100%', maxHeight: '12rem' }} />
      </Stack>
    </Card>
  )
}

/** Shows the original's text below each text of a translation, and whether it has changed since. */
export function TranslationField(props: FieldProps) {
  const translation = useContext(TranslationContext)
  const { path, schemaType, value } = props
  if (!translation || !hasText(schemaType)) return props.renderDefault(props)
  const { original, before } = translation
  const text = textOf(getValueAtPath(original, path))
  if (!text) return props.renderDefault(props)
  const isChanged = before !== undefined && textOf(getValueAtPath(before, path)) !== text
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
