import { hash } from '../hash.ts'

/** Content of the seed that the owners must replace with their own, such as legal texts and the phone number. */
export interface Placeholder {
  /** The document's id. With `type` and `path` the Studio opens the field. */
  id: string
  type: string
  path: string
  /** A noun phrase for the preview's note, such as "the sample privacy policy". */
  what: string
  /** The page that shows it. Absent: all pages show it. */
  page?: string
}

/** The result of PLACEHOLDERS_QUERY: the content that may contain placeholders. */
export interface PlaceholderContent {
  settings?: {
    phone?: string | null | undefined
    socialLinks?: ({ url?: string | null | undefined } | null)[] | null | undefined
  } | null
  legal?: { _id: string; words?: (string | null)[] | null | undefined }[] | null | undefined
}

/** Hashes of the sentences in the seed's legal texts, of this and earlier releases. */
const seeded: Readonly<Record<string, ReadonlySet<string>>> = {
  'legal-terms': new Set(
    (
      '799429e7 d6131f54 6944350f 29579bac 6b66c3eb c5ec46cc d4c30ad4 ad144b5f 254d44ff ' +
      'ba5f5721 f167dea5 1c1a37db 771da6db 2811d8e9 646d81a8 32972897 169f3e51 fa147d36 ' +
      '4d20d35c 9c1f998e bae8e7c9 364d0724 5dbfba88 17fefc86 a717f8f8 a79d8bbf bbbff18a ' +
      'd010091a f6203a37 c6fc1b70 531f60ab 1e699326 67d4e41b 326102ca 35122903 5cb25e9d ' +
      '165cad7a 717e8844 ac5c4019 9cb5e072 364b63f9'
    ).split(' '),
  ),
  'legal-privacy': new Set(
    (
      '48caa215 1c53105e 61104679 65578f3d a2c323ff ba4f2c6e 5d8d5bd8 7f420b17 455caccc ' +
      '99d0bafa 619084ee a5a16fc3 1d09f7e2 a59b31dc fe14304e e19be766 b3b03f78 df9b62b1 ' +
      '446436df 3b7e15bb ab0f735 8298df57 39475235 8c8d0ebb aa7ff4fb 7fba968f d6165783 ' +
      '69580980 c0d7d05e 32db8889 cf1985bb 95794f3a 394c347c 6563a862 259b66cd e040df79 ' +
      '3fecdadb'
    ).split(' '),
  ),
}

/** Matches the numbers reserved for fiction: 555-0100 to 555-0199 in any North American area code. */
const fictionalNumber = /^\+?1\d{3}55501\d\d$/

/** A phone number as it is displayed and as it is dialed. */
interface Phone {
  display?: string | null
  number?: string | null
}

/** Contact details after `setApartPlaceholders`. */
export interface SetApart {
  /** A fictional number, which must be shown as a sample only. Then there is no `phone`. */
  samplePhone?: Phone
}

/**
 * Moves a fictional phone number from `phone` to `samplePhone` in a query's result, in place, and drops its hours. No
 * view can show it as a real number by accident. All content passes through here.
 */
export function setApartPlaceholders<Value>(value: Value): Value {
  if (value === null || typeof value !== 'object') return value
  const part = value as { phone?: Phone | null; fact?: unknown; value?: unknown }
  if (isFictional(part.phone?.number)) {
    Object.assign(part, { samplePhone: part.phone, phone: null, phoneHours: null })
  }
  if (part.fact === 'phone' && isFictional(part.value)) part.value = null
  for (const inner of Object.values(part)) setApartPlaceholders(inner)
  return value
}

// Ignores punctuation, and in preview hidden stega characters.
const isFictional = (number: unknown) =>
  typeof number === 'string' && fictionalNumber.test(number.replace(/[^\d+]/g, ''))

/** All known placeholders. */
const known: readonly (Placeholder & { isIn(content: PlaceholderContent): boolean })[] = [
  seededText('legal-terms', 'the sample terms of service', '/support/terms'),
  seededText('legal-privacy', 'the sample privacy policy', '/support/privacy'),
  {
    ...{ id: 'siteSettings', type: 'siteSettings', path: 'contact.phone' },
    what: 'a fictional (555) phone number',
    page: '/support/contact',
    isIn: ({ settings }) => isFictional(settings?.phone),
  },
  {
    ...{ id: 'siteSettings', type: 'siteSettings', path: 'socialLinks' },
    what: 'a social account without a link',
    isIn: ({ settings }) => settings?.socialLinks?.some((link) => !link?.url) === true,
  },
]

/** Returns the placeholders that are still in the content. */
export function placeholdersIn(content: PlaceholderContent): Placeholder[] {
  return known.filter(({ isIn }) => isIn(content)).map(({ isIn: _, ...placeholder }) => placeholder)
}

/** Returns the placeholder for a legal page. It applies while the page contains any sentence of the seed. */
function seededText(id: string, what: string, page: string) {
  const isIn = ({ legal }: PlaceholderContent) =>
    [legal?.find(({ _id }) => _id === id)?.words ?? []]
      .flat()
      .flatMap(sentencesOf)
      .some((sentence) => seeded[id]?.has(hash(sentence).toString(16)))
  return { id, type: 'legalPage', path: 'body', what, page, isIn }
}

/** Returns the sentences of a text with at least four words, in lower case and without punctuation. */
function sentencesOf(text: unknown): string[] {
  return String(text ?? '')
    .trim()
    .split(/(?<=[.!?])\s+/)
    .filter((sentence) => /[.!?]$/.test(sentence))
    .map((sentence) => sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((words) => words.length >= 4)
    .map((words) => words.join(' '))
}
