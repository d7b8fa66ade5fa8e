import { type ObjectSchemaType, type Path, pathToString, type SchemaType } from 'sanity'

/** A text of a document: a string, or a block of a rich text. */
export interface TextAt {
  path: Path
  /** The path of the field. Blocks and strings of a list have that of the list. */
  field: string
  text: string
}

/** Returns whether a type is or extends a type of Sanity. */
export const isA = (type: SchemaType | null | undefined, name: string): boolean =>
  type?.name === name || (type?.type ? isA(type.type, name) : false)

/** Returns whether values of a type are texts: a string without a list of choices, a rich text, or a list of texts. */
export function hasText(type: SchemaType): boolean {
  if (type.jsonType === 'string') return !(type.options as { list?: unknown } | undefined)?.list
  if (type.jsonType !== 'array') return false
  return type.of.some((one) => one.jsonType === 'string' || isA(one, 'block'))
}

/** Returns whether only originals have a field. */
export const isShared = (type: SchemaType | undefined) =>
  (type?.options as { documentInternationalization?: { exclude?: boolean } } | undefined)
    ?.documentInternationalization?.exclude === true

/** Returns the type of an item of a list. */
export function itemType(type: SchemaType | undefined, item: unknown): SchemaType | undefined {
  const of = type && 'of' in type ? (type.of as SchemaType[]) : []
  return of.find(({ name }) => name === (item as { _type?: string } | null)?._type) ?? of[0]
}

/** Returns a text, or a rich text without its format. Inserted facts are shown as an ellipsis. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join('\n')
  const { children } = (value ?? {}) as { children?: { text?: string }[] }
  return (children ?? []).map(({ text = '[…]' }) => text).join('')
}

/** Returns whether a text is an address, which is not translated. */
export const isAddress = (value: unknown) => typeof value === 'string' && /^(\w+:|\/|#)/.test(value)

/** Returns the texts of a value that visitors see. Leaves out facts, choices, addresses, and hidden sections. */
export function textsIn(value: unknown, type: SchemaType | undefined, path: Path = []): TextAt[] {
  if (!type || value == null || isShared(type) || type.hidden === true) return []
  if (['reference', 'slug', 'link'].some((name) => isA(type, name))) return []
  if (typeof value === 'string') {
    const isText = hasText(type) && !isAddress(value) && value.trim() !== ''
    const field = pathToString(typeof path.at(-1) === 'number' ? path.slice(0, -1) : path)
    return isText ? [{ path, field, text: value }] : []
  }
  if (Array.isArray(value))
    return value.flatMap((item, index): TextAt[] => {
      const inner = itemType(type, item)
      const at = [...path, item?._key ? { _key: String(item._key) } : index]
      if (!isA(inner, 'block')) return textsIn(item, inner, at)
      const text = textOf(item)
      return text.trim() ? [{ path: at, field: pathToString(path), text }] : []
    })
  if (typeof value !== 'object' || !('fields' in type)) return []
  if ('hidden' in value && value.hidden === true) return []
  return (type as ObjectSchemaType).fields.flatMap(({ name, type: inner }) =>
    textsIn((value as Record<string, unknown>)[name], inner, [...path, name]),
  )
}

/** Returns the pictures of a document by the path of their image. */
export function picturesIn(value: unknown, path: Path = []): [string, Path, asset: string][] {
  if (typeof value !== 'object' || value === null) return []
  const { asset } = value as { asset?: { _ref?: string } }
  if (asset?._ref) return [[pathToString(path), path, asset._ref]]
  return Array.isArray(value)
    ? value.flatMap((item, index) =>
        picturesIn(item, [...path, item?._key ? { _key: String(item._key) } : index]),
      )
    : Object.entries(value).flatMap(([name, inner]) => picturesIn(inner, [...path, name]))
}
