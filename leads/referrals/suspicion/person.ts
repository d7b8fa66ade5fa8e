import type { ApplicantRow } from '../../store/database/mail-tables.ts'

/** The columns of a person that rules compare. */
export const personColumns = [
  'id',
  'address',
  'name',
  'network',
  'created_at',
  'confirmed_at',
  'credit',
  'credit_reason',
  'referred_by',
] as const

/** A person who was referred, or who referred others. */
export type Person = Pick<ApplicantRow, (typeof personColumns)[number]>

/** Returns the part of a person's address before the @, without a tag, and the domain. */
export function partsOf({ address }: Pick<Person, 'address'>): { local: string; domain: string } {
  const text = address ?? ''
  const at = text.lastIndexOf('@')
  const [local = ''] = text.slice(0, at).split('+')
  return { local: local || text.slice(0, at), domain: text.slice(at + 1) }
}

/** Returns a person's mailbox: the address without a tag, which most providers ignore. */
export function mailboxOf(person: Person): string {
  const { local, domain } = partsOf(person)
  return `${local}@${domain}`
}

/** Returns the words of a name, without accents and in lower case. */
const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/\p{L}+/gu) ?? []

/** Returns a person's name in a form to compare, or undefined for a single word, which many people share. */
export function fullNameOf({ name }: Pick<Person, 'name'>): string | undefined {
  const words = wordsOf(name)
  return words.length > 1 ? words.join(' ') : undefined
}

/** Number of a name's first letters that an address repeats. */
const compared = 4

/** Returns whether an address does not contain its owner's name. Names in other scripts cannot be compared. */
export function isUnrelatedToName(person: Person): boolean {
  const words = wordsOf(person.name).filter((word) => /^[a-z]{3,}$/.test(word))
  const letters = partsOf(person).local.replace(/[^a-z]/g, '')
  return words.length > 0 && !words.some((word) => letters.includes(word.slice(0, compared)))
}

/** Time after an application in which few people confirm their address, because they have to open their mail. */
export const atOnceMs = 90_000

/** Returns whether a person confirmed the address at once. */
export const confirmedAtOnce = ({ created_at, confirmed_at }: Person): boolean =>
  confirmed_at !== null && Date.parse(confirmed_at) - Date.parse(created_at) <= atOnceMs

/** Returns a list's items by their keys, without items whose key is undefined or null. */
export function groupBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string | null | undefined,
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    if (!key) continue
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
