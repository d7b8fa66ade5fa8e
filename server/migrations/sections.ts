// Turns the former fields of the landing page and of business pages into sections:
// halvi lake migrate build/migrate-sections.js

interface Stored {
  _type: string
  [field: string]: unknown
}

const isSet = (value: unknown) => value !== undefined && value !== null

/** The former fields of each type. */
const former: Readonly<Record<string, readonly string[]>> = {
  featurePage: ['intro', 'keyFact', 'figure', 'keyFeatures', 'showCommissions', 'joinCard'],
  landingPage: [
    ...['benefitsHeading', 'benefits', 'proof', 'waitlistCard', 'dialog', 'faqHeading', 'faq'],
  ],
}

/**
 * Returns the document with sections in place of its former fields, before the sections that it already has. Returns
 * undefined for a document without former fields.
 */
export default function migrateSections(document: Stored): Stored | undefined {
  const names = Object.hasOwn(former, document._type) ? (former[document._type] ?? []) : []
  if (!names.some((name) => name in document)) return undefined
  const rest = Object.fromEntries(
    Object.entries(document).filter(([name]) => !names.includes(name)),
  )
  const made = document._type === 'featurePage' ? ofFeature(document) : ofLanding(document)
  const present = Array.isArray(document.sections) ? document.sections : []
  return { ...rest, _type: document._type, sections: [...made.flat(), ...present] }
}

const ofFeature = ({ intro, keyFact, figure, keyFeatures, showCommissions, joinCard }: Stored) => [
  section('heroSection', 'hero', {
    ...{ text: intro, keyFact, figure },
    ...{ placement: 'beside', showButtons: true },
  }),
  showCommissions === true
    ? section('commissionsSection', 'commissions', { calculator: true })
    : [],
  isSet(keyFeatures)
    ? section('stepsSection', 'features', { steps: keyFeatures, numbered: false })
    : [],
  isSet(joinCard) ? section('joinSection', 'join', { card: joinCard }) : [],
]

const ofLanding = (page: Stored) => {
  const { benefitsHeading, benefits, proof, waitlistCard, dialog, faqHeading, faq } = page
  const hasAny = (...values: unknown[]) => values.some(isSet)
  return [
    hasAny(benefitsHeading, benefits)
      ? section('cardsSection', 'benefits', { heading: benefitsHeading, cards: benefits })
      : [],
    isSet(proof) ? section('proofSection', 'proof', proof as object) : [],
    section('metricsSection', 'metrics', {}),
    hasAny(waitlistCard, dialog)
      ? section('joinSection', 'waitlist', { card: waitlistCard, dialog })
      : [],
    hasAny(faqHeading, faq)
      ? section('faqSection', 'questions', { heading: faqHeading, entries: faq })
      : [],
  ]
}

const section = (_type: string, _key: string, fields: object) => ({
  ...Object.fromEntries(Object.entries(fields).filter(([, value]) => isSet(value))),
  _type,
  _key,
})
