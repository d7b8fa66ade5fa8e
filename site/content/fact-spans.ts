import { type Dated, sentenceOf, stateOf } from '../dates/sentence.ts'
import type { State } from '../dates/state.ts'
import type { Language } from '../language/language.ts'
import { type Fact, factText, siteFact } from '../text/facts.ts'
import { factTexts } from '../words/fact-texts.ts'
import { wordsOf } from '../words/words.ts'
import type { FACTS_QUERY_RESULT } from './sanity.types.ts'

/** The facts of a language, after `walk`. */
export type Facts = FACTS_QUERY_RESULT

/** Words in place of a reference to a fact, as a child of a block. */
interface FactSpan {
  span: { _type: 'span'; _key: string; marks: string[]; text: string }
  /** The state of the date that the words are about. */
  state?: State<string> | undefined
}

/** A fact or a sentence about a date, as a text refers to it. */
interface Reference {
  _type: string
  _key: string
  fact?: string | null
  unit?: string | null
  about?: string | null
  branch?: { _ref?: string } | null
  programme?: { _ref?: string } | null
}

/** Returns words for a reference to a fact, or undefined for an object of another type. */
export function factSpan(
  reference: object,
  facts: Facts | null | undefined,
  now: number,
  language: Language,
): FactSpan | undefined {
  const { _type, _key, ...rest } = reference as Reference
  const texts = factTexts(wordsOf(facts?.words, language), language.locale)
  const span = { _type: 'span' as const, _key, marks: [] as string[] }
  if (_type === 'datedSentence') {
    const dated = datedObject(rest.about, facts)
    const timeZone = facts?.timeZone ?? ''
    const text = dated ? sentenceOf(dated, timeZone, now, texts) : ''
    return { span: { ...span, text }, state: dated && stateOf(dated, timeZone, now) }
  }
  const fact = factOf(_type, rest, facts)
  if (!fact) return undefined
  const text = factText(fact, texts)
  // An address or phone number stays on one line.
  const isAddress = 'fact' in fact && (fact.fact === 'email' || fact.fact === 'phone')
  return { span: { ...span, marks: isAddress ? ['address'] : [], text } }
}

function datedObject(about: unknown, facts: Facts | null | undefined): Dated | undefined {
  if (about === 'launch') return facts?.launch as Dated
  if (about === 'offer') return facts?.offer as Dated
  if (about !== 'challenge') return undefined
  return facts?.programmes.find(({ challenge }) => challenge?.startsAt)?.challenge as Dated
}

/** Returns a fact with its value, which is undefined if it was removed. */
function factOf(
  _type: string,
  { fact, unit, branch, programme: chosen }: Omit<Reference, '_type' | '_key'>,
  facts: Facts | null | undefined,
): Fact | undefined {
  const name = String(fact ?? '')
  if (_type === 'siteFact') return siteFact(name, facts)
  if (_type === 'commissionRange') {
    return { _type, range: facts?.branches.find(({ _id }) => _id === branch?._ref) }
  }
  if (_type !== 'programmeFact') return undefined
  const programme = facts?.programmes.find(({ _id }) => _id === chosen?._ref)
  const values: Record<string, unknown> = { ...programme?.challenge, ...programme }
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  return { _type, fact: name, unit: unit ?? '', value, timeZone: programme?.challenge?.timeZone }
}
