import type { JoinCardContent, Section, SectionOf } from 'halvi-site/content/shapes'
import { fullTimeText } from 'halvi-site/dates/format'
import { timeOf } from 'halvi-site/dates/time'
import { useLanguage } from 'halvi-site/language/context'
import { useWords } from 'halvi-site/words/context'
import { Fragment, type ReactNode, useContext } from 'react'
import { PreviewContext, UnknownContentContext } from '../contexts.ts'
import type { ChoiceOption } from '../form/fields/choices.tsx'
import { StartApplication } from '../form/start-application.tsx'
import { Filmstrip } from '../gallery/filmstrip.tsx'
import { SectionHeading } from '../section-heading.tsx'
import { Text } from '../text/text.tsx'
import { Calculator } from './calculator.tsx'
import { CommissionTable } from './commission-table.tsx'
import { ComparisonTable } from './comparison-table.tsx'
import { CountdownPanel } from './countdown-panel.tsx'
import { FaqList } from './faq-list.tsx'
import { waitlistAddress } from './join-address.ts'
import { JoinActions, JoinCard } from './join-card.tsx'
import { LinkCards } from './link-cards.tsx'
import { PageHero } from './page-hero.tsx'
import { Proof } from './proof.tsx'
import { shownSections } from './shown-sections.ts'
import { SplitSection } from './split-section.tsx'
import { Steps } from './steps.tsx'
import { WaitlistDialog } from './waitlist-dialog.tsx'
import { Logos, Picture, Quotes, TextSection } from './words.tsx'

/** The facts about its page that a section needs. */
interface SectionContext {
  /** The title of the page. */
  title: string
  /** Whether no earlier part of the page is of the same type. */
  isFirst: boolean
  /** The card of the page's first call to action. */
  joinCard: JoinCardContent | null | undefined
  /** The view of the live metrics, on a page that has them. */
  metrics: ReactNode
  /** The types of business that can apply; absent on pages without this form. */
  businessTypes: readonly ChoiceOption[] | undefined
  /** The time when the page was rendered, in milliseconds since 1970. */
  now: number
  locale: string
}

/** The component of each type of section. A new type is added here. */
const views: {
  [Type in Section['_type']]: (section: SectionOf<Type>, context: SectionContext) => ReactNode
} = {
  heroSection: (section, context) => <Hero section={section} context={context} />,
  textSection: (section) => <TextSection {...section} />,
  pictureSection: (section) => <Picture {...section} />,
  quoteSection: (section) => <Quotes {...section} />,
  cardsSection: ({ heading, cards }) =>
    cards.length > 0 && (
      <section className="shell py-16 lg:py-24">
        <SectionHeading
          heading={heading}
          titleClassName="max-w-heading"
          textClassName="max-w-lead text-lg"
        />
        <div className="mt-10 lg:mt-14">
          <LinkCards cards={cards} heading={heading?.title ? 'h3' : 'h2'} />
        </div>
      </section>
    ),
  stepsSection: ({ heading, steps, numbered }) => (
    <Steps title={heading?.title} text={heading?.text} steps={steps} unordered={!numbered} />
  ),
  logosSection: (section) => <Logos {...section} />,
  comparisonSection: (section) => <ComparisonTable section={section} />,
  faqSection: ({ _key, heading, entries }, { isFirst }) =>
    entries.length > 0 && (
      <div className="bg-sunken">
        <SplitSection heading={heading}>
          <FaqList
            entries={entries}
            name={`faq-${_key}`}
            withoutIds={!isFirst}
            heading={heading?.title ? 'h3' : 'h2'}
          />
        </SplitSection>
      </div>
    ),
  commissionsSection: (section, { isFirst }) => (
    <Commissions section={section} hasCalculator={isFirst} />
  ),
  screensSection: ({ _key, heading, screens }, { isFirst }) => (
    <Filmstrip heading={heading} screens={screens} {...(!isFirst && { id: `screens-${_key}` })} />
  ),
  countdownSection: ({ before, after, endsAt, timeZone }, { now, locale }) => {
    const end = timeOf(endsAt)
    if (Number.isNaN(end) || (now >= end && !after)) return null
    const moment = fullTimeText(endsAt, timeZone, locale)
    const countdown = { startsAt: endsAt, moment, now, before, after: after ?? '' }
    return <CountdownPanel {...countdown} className="py-14 lg:py-20" />
  },
  proofSection: (section, { isFirst }) => (
    <Proof section={section} id={isFirst ? 'proof' : `proof-${section._key}`} />
  ),
  metricsSection: (_, { metrics, isFirst }) => isFirst && metrics,
  joinSection: ({ _key, card, quiet, dialog }) => (
    <JoinCard
      card={card}
      quiet={quiet === true}
      action={
        card &&
        dialog && (
          <WaitlistDialog
            id={`${_key}-dialog`}
            label={card.button}
            href={waitlistAddress(card)}
            copy={dialog}
          />
        )
      }
    />
  ),
}

function Hero({
  section,
  context,
}: {
  section: SectionOf<'heroSection'>
  context: SectionContext
}) {
  const { title, text, keyFact, figure, placement, showButtons } = section
  const { isFirst, joinCard, businessTypes } = context
  const starts = businessTypes && section.startsApplication && joinCard?.secondButton
  return (
    <PageHero
      title={title || context.title}
      isSecond={!isFirst}
      figure={figure}
      behind={placement === 'behind'}
    >
      <Text value={text} className="text-lg" />
      <Text value={keyFact} className="key-fact" />
      {starts ? (
        <StartApplication
          businessTypes={businessTypes}
          businessType={joinCard.businessType}
          submit={starts}
        />
      ) : (
        showButtons && joinCard && <JoinActions card={joinCard} />
      )}
    </PageHero>
  )
}

function Commissions(props: { section: SectionOf<'commissionsSection'>; hasCalculator: boolean }) {
  const words = useWords().commissions
  const { heading, branches } = props.section
  const calculator = props.hasCalculator && props.section.calculator
  if (!branches.length) return null
  const space = calculator ? 'pt-14 lg:pt-20' : 'py-14 lg:py-20'
  return (
    <>
      <section className={`shell ${space}`} aria-label={words.commissions}>
        <SectionHeading heading={heading} textClassName="mb-8 max-w-lead text-lg" />
        <CommissionTable branches={branches} heading={heading?.title ? 'h3' : 'h2'} />
      </section>
      {calculator && (
        <section className="pt-14 lg:pt-20" aria-labelledby="calculator-title">
          <h2 id="calculator-title" className="shell text-2xl">
            {calculator.title}
          </h2>
          <Calculator page={{ ...calculator, branches }} />
        </section>
      )}
    </>
  )
}

interface SectionListProps {
  page: { _id: string; _type: string; title: string; sections: readonly Section[] }
  /** The time when the page was rendered, in milliseconds since 1970. */
  now: number
  /** The top of the page, with its title. Absent: a hero among the sections, or the title of the page. */
  top?: ReactNode
  /** The view of the live metrics. Absent: the page shows none. */
  metrics?: ReactNode
  businessTypes?: readonly ChoiceOption[]
}

/**
 * Renders the sections of a page. In preview, each section has the
 * attribute by which the overlays move, duplicate, and remove it.
 */
export function SectionList({ page, now, top, metrics = null, businessTypes }: SectionListProps) {
  const inPreview = useContext(PreviewContext)
  const { locale } = useLanguage()
  const reportUnknown = useContext(UnknownContentContext)
  const sections = shownSections(page.sections)
  const types = sections.map(({ _type }) => _type)
  const joinCard = sections.flatMap((one) =>
    one._type === 'joinSection' ? (one.card ?? []) : [],
  )[0]
  const shown = sections.map((section, index) => {
    const isFirst =
      types.indexOf(section._type) === index && !(top && section._type === 'heroSection')
    const context = { title: page.title, isFirst, joinCard, metrics, businessTypes, now, locale }
    const view = viewOf(section, context)
    if (view === undefined) reportUnknown(`Unknown section "${section._type}" in ${page._id}`)
    const key = `${index} ${section._key}`
    return inPreview ? (
      // The height of a section without content, such as a new one, so that editors can point at it.
      <div key={key} data-sanity={dataOf(page, section)} style={{ minHeight: '3rem' }}>
        {view}
      </div>
    ) : (
      <Fragment key={key}>{view}</Fragment>
    )
  })
  return (
    <>
      {top ?? (!types.includes('heroSection') && <PageHero title={page.title} />)}
      {shown}
    </>
  )
}

/** Returns a section's view, or undefined for an unknown type. */
function viewOf<Type extends Section['_type']>(
  section: SectionOf<Type> & { _type: Type },
  context: SectionContext,
): ReactNode | undefined {
  const { _type } = section
  return Object.hasOwn(views, _type)
    ? (views[_type] as (typeof views)[Type])(section, context)
    : undefined
}

/** Returns the path of a section in its document, in the format of `createDataAttribute` of @sanity/visual-editing. */
function dataOf({ _id, _type }: SectionListProps['page'], { _key }: Section): string {
  return `id=${_id};type=${_type};path=sections:${_key};base=${encodeURIComponent('/studio')}`
}
