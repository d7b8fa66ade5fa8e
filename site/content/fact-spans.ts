import { type Dated, sentenceOf, stateOf } from '../dates/sentence.ts'
import type { State } from '../dates/state.ts'
import type { Language } from '../language/language.ts'
import { type Fact, factText, siteFact } from '../text/facts.ts'
import { factTexts } from '../words/fact-texts.ts'
import { wordsOf } from '../words/words.ts'
import type { FactLookup } from './fact-lookup.ts'

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
  program?: { _ref?: string } | null
}

const referenceTypes = ['commissionRange', 'programFact', 'siteFact', 'datedSentence']

const isReference = (value: object): value is Reference =>
  '_type' in value && referenceTypes.includes(value._type as string)

/** Returns words for a reference to a fact, or undefined for an object of another type. */
export function factSpan(
  reference: object,
  facts: FactLookup,
  now: number,
  language: Language,
): FactSpan | undefined {
  // Asked for each object of all content, so others are not copied.
  if (!isReference(reference)) return undefined
  const { _type, _key, ...rest } = reference
  const texts = factTexts(wordsOf(facts.field('words'), language), language.locale)
  const span = { _type: 'span' as const, _key, marks: [] as string[] }
  if (_type === 'datedSentence') {
    const dated = datedObject(rest.about, facts)
    const timeZone = facts.field('timeZone') ?? ''
    const text = dated ? sentenceOf(dated, timeZone, now, texts) : ''
    return { span: { ...span, text }, state: dated && stateOf(dated, timeZone, now) }
  }
  const fact = factOf(_type, rest, facts)
  const text = factText(fact, texts)
  // An address or phone number stays on one line.
  const isAddress = 'fact' in fact && (fact.fact === 'email' || fact.fact === 'phone')
  return { span: { ...span, marks: isAddress ? ['address'] : [], text } }
}

function datedObject(about: unknown, facts: FactLookup): Dated | undefined {
  const isDate = about === 'launch' || about === 'offer' || about === 'challenge'
  return isDate ? (facts.field(about) as Dated) : undefined
}

/** Returns a fact with its value, which is undefined if it was removed. */
function factOf(
  _type: string,
  { fact, unit, branch, program: chosen }: Omit<Reference, '_type' | '_key'>,
  facts: FactLookup,
): Fact {
  const name = String(fact ?? '')
  if (_type === 'siteFact') return siteFact(name, (field) => facts.field(field as 'launch'))
  if (_type === 'commissionRange') return { _type, range: facts.document('branches', branch?._ref) }
  const program = facts.document('programs', chosen?._ref)
  const values: Record<string, unknown> = { ...program?.challenge, ...program }
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  return {
    _type: 'programFact',
    fact: name,
    unit: unit ?? '',
    value,
    timeZone: program?.challenge?.timeZone,
  }
}
