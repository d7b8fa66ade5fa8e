import { hash } from '../hash.ts'

/** Content that came with the site and stands in for what only its owners know. */
export interface Placeholder {
  /** The document and the field, as the Studio opens them. */
  id: string
  type: string
  path: string
  /** What it is, within a sentence. */
  what: string
  /** The page that shows it; absent: all do. */
  page?: string
}

/** What is looked at to find them: `placeholderFields` of each document, by its id. */
export interface PlaceholderContent {
  settings?: {
    phone?: string | null | undefined
    socialLinks?: ({ url?: string | null | undefined } | null)[] | null | undefined
  } | null
  legal?: { _id: string; words?: (string | null)[] | null | undefined }[] | null | undefined
}

/** Hashes of the sentences of the legal texts in the seed, now and in earlier releases. */
const seeded: Readonly<Record<string, ReadonlySet<string>>> = {
  'legal-terms': new Set(
    (
      '799429e7 d6131f54 6944350f 29579bac 6b66c3eb c5ec46cc d4c30ad4 ad144b5f 254d44ff ' +
      'ba5f5721 f167dea5 1c1a37db 771da6db 2811d8e9 646d81a8 32972897 169f3e51 fa147d36 ' +
      '4d20d35c 9c1f998e bae8e7c9'
    ).split(' '),
  ),
  'legal-privacy': new Set(
    (
      '48caa215 1c53105e 61104679 65578f3d a2c323ff ba4f2c6e 5d8d5bd8 7f420b17 455caccc ' +
      '99d0bafa 619084ee a5a16fc3 1d09f7e2 a59b31dc fe14304e e19be766'
    ).split(' '),
  ),
}

/** The one list of them. */
const known: readonly (Placeholder & { isIn(content: PlaceholderContent): boolean })[] = [
  seededText('legal-terms', 'the terms of service that came with the site', '/support/terms'),
  seededText('legal-privacy', 'the privacy policy that came with the site', '/support/privacy'),
  {
    ...{ id: 'siteSettings', type: 'siteSettings', path: 'contact.phone' },
    what: 'a phone number that is kept for fiction',
    page: '/support/contact',
    isIn: ({ settings }) => /^\+1\d{3}55501\d\d$/.test(settings?.phone ?? ''),
  },
  {
    ...{ id: 'siteSettings', type: 'siteSettings', path: 'socialLinks' },
    what: 'a social account without an address',
    isIn: ({ settings }) => settings?.socialLinks?.some((link) => !link?.url) === true,
  },
]

/** Returns the placeholders that are still in the content. */
export function placeholdersIn(content: PlaceholderContent): Placeholder[] {
  return known.filter(({ isIn }) => isIn(content)).map(({ isIn: _, ...placeholder }) => placeholder)
}

/** Returns the placeholder of a legal page that still has a sentence of the seed, whatever else has changed. */
function seededText(id: string, what: string, page: string) {
  const isIn = ({ legal }: PlaceholderContent) =>
    [legal?.find(({ _id }) => _id === id)?.words ?? []]
      .flat()
      .flatMap(sentencesOf)
      .some((sentence) => seeded[id]?.has(hash(sentence).toString(16)))
  return { id, type: 'legalPage', path: 'body', what, page, isIn }
}

/** Returns the sentences of a text that are longer than a heading, without punctuation or capitals. */
function sentencesOf(text: unknown): string[] {
  return String(text ?? '')
    .trim()
    .split(/(?<=[.!?])\s+/)
    .filter((sentence) => /[.!?]$/.test(sentence))
    .map((sentence) => sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((words) => words.length >= 4)
    .map((words) => words.join(' '))
}
