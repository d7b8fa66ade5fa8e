const list = (names: string) => new RegExp(`^(?:${names.replaceAll(' ', '|')})\\.?$`, 'iu')

/** Titles. People with one are called by their whole name, because countries differ in what follows it. */
const title = list(
  'dr prof professor mr mrs ms miss mx sir hon rev eng engr capt sheikh shaikh shaykh sheik imam ustadh ustaz ustadha mufti maulana mawlana moulana hafiz qari haji hajji hajj hajah hajjah sayyid sayed syed sayyida شيخ الشيخ شيخة الشيخة دكتور الدكتور دكتورة الدكتورة سيد السيد أستاذ الأستاذ',
)

/** Words that are no name without the next one. */
const bound = list(
  'abd abdul abdel abdal abdur abdus abdu abu abou aboo umm um ummu ibn bin ibni bint binti al el ad ar as md mohd muhd siti van von de der den del della di da la le du dos st mc عبد أبو ابو أم ام ابن بن بنت آل',
)

/** Words that join two words to one name, such as Nur ul Ain. */
const joining = list('ul ur us ud un uz')

/** Words that start a family name after a first name. */
const family = list('bin ibn bint binti van von de der den del della di da dos du')

/** Matches a Latin word that can be a first name by itself. */
const plain = /^(?=.*\p{Ll})[\p{sc=Latin}\p{M}'’-]{2,}$/u

/** Returns the number of words at the start of a name that belong together, such as 2 for Abdul Rahman Said. */
export function firstWords(words: readonly string[]): number {
  const last = words.length - 1
  let end = 0
  while (end < last && (title.test(words[end] ?? '') || bound.test(words[end] ?? ''))) end++
  end++
  while (end < last && joining.test(words[end] ?? '')) end += 2
  return end
}

/** Returns the name that a person is called by, such as Amina for Amina Khan; when in doubt, the whole name. */
export function calledName(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const end = firstWords(words)
  const rest = words.slice(end)
  const isSure =
    words.every((word) => plain.test(word)) &&
    !words.some((word) => title.test(word)) &&
    (rest.length === 1 || family.test(rest[0] ?? ''))
  return words.slice(0, isSure ? end : undefined).join(' ')
}
