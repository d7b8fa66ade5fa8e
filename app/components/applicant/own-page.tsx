import type { ActionData } from 'halvi-leads/forms/action-data'
import type { OwnApplication } from 'halvi-leads/forms/own-application'
import { dateFormat } from 'halvi-site/dates/day'
import { useLanguage } from 'halvi-site/language/context'
import { numberText } from 'halvi-site/language/numbers'
import { useFormat, useWords } from 'halvi-site/words/context'
import { Checkbox } from '../form/fields/choices.tsx'
import { FormContext } from '../form/form-context.ts'
import { PageHero } from '../sections/page-hero.tsx'
import { ActionForm, Rejection } from './action-form.tsx'
import { Applications, timeZone } from './applications.tsx'
import { Share } from './share.tsx'

interface OwnPageProps {
  page: {
    name: string
    isSubscribed: boolean
    isListed: boolean
    isInvited: boolean
    /** Whether the newest application is one that staff decide about. */
    isReviewed: boolean
    position: number | undefined
    referrals: number
    businesses: number | undefined
    referralUrl: string | null
    applications: readonly OwnApplication[]
  }
  title: string
  /** The number of business days in which staff answer applications. */
  reviewDays: number
  /** The time when the page was rendered, in milliseconds since 1970. */
  now: number
  /** The message after a change. */
  message: string | undefined
  /** The id of the application that is being corrected. */
  edited: string | null
  /** Whether the person is asked to confirm that all data is deleted. */
  isErasing: boolean
  response: ActionData | undefined
}

/** Renders a person's own page: their place, their link, what they sent, and what they can change. */
export function OwnPage(props: OwnPageProps) {
  const { page, title, reviewDays, now, message, edited, isErasing, response } = props
  const texts = useWords().applicants
  const { name, position, referrals, businesses, referralUrl, applications, isReviewed } = page
  const numerals = referralUrl !== null && (
    <dl className="mt-8 flex flex-wrap gap-x-8 gap-y-6">
      {position !== undefined && !isReviewed && <Numeral label={texts.position} value={position} />}
      <Numeral label={texts.referrals} value={referrals} />
      {businesses !== undefined && <Numeral label={texts.businesses} value={businesses} />}
    </dl>
  )
  return (
    <>
      <PageHero title={title}>
        <p className="text-lg">
          <bdi>{name}</bdi>
        </p>
        {message && (
          <p role="status" className="mt-4 semibold">
            {message}
          </p>
        )}
        {page.isInvited && <p className="mt-4 max-w-text semibold">{texts.invited}</p>}
        {!response?.errors && <Rejection message={response?.message} />}
        {referralUrl === null && <p className="mt-4 max-w-text">{texts.unconfirmed}</p>}
        {isReviewed && applications[0] && (
          <Review application={applications[0]} {...{ reviewDays, now }} />
        )}
        {!isReviewed && numerals}
      </PageHero>
      <div className="shell grid gap-x-8 gap-y-14 py-12 lg:grid-cols-12 lg:py-16">
        <div className="grid content-start gap-10 lg:col-span-7">
          {isReviewed && <Applications {...{ applications, edited, response }} />}
          {referralUrl && (
            <div>
              <Share url={referralUrl} />
              {isReviewed && numerals}
            </div>
          )}
          {!page.isInvited && !isReviewed && (
            <section>
              <h2 className="text-2xl">{texts.nextTitle}</h2>
              <p className="mt-4 max-w-text text-muted">{texts.next}</p>
            </section>
          )}
          {!isReviewed && <Applications {...{ applications, edited, response }} />}
        </div>
        <aside className="grid content-start gap-10 lg:col-span-4 lg:col-start-9">
          {referralUrl && (
            <section>
              <h2 className="text-xl">{texts.listedTitle}</h2>
              <ActionForm action="listed" button={texts.save} outline>
                <FormContext.Provider
                  value={{
                    id: 'own',
                    response: undefined,
                    defaults: { listed: page.isListed ? 'on' : '' },
                  }}
                >
                  <Checkbox name="listed" label={texts.listed} />
                </FormContext.Provider>
              </ActionForm>
            </section>
          )}
          <section>
            <h2 className="text-xl">{texts.mailHeading}</h2>
            <p className="mt-3 text-muted">
              {page.isSubscribed ? texts.subscribed : texts.unsubscribed}
            </p>
            {page.isSubscribed ? (
              <ActionForm action="unsubscribe" button={texts.unsubscribe} outline />
            ) : (
              <ActionForm action="subscribe" button={texts.subscribe} outline />
            )}
          </section>
          <section id="erase" tabIndex={-1}>
            <h2 className="text-xl">{texts.eraseHeading}</h2>
            <p className="mt-3 text-muted">{texts.eraseText}</p>
            {isErasing ? (
              <>
                <ActionForm action="erase" button={texts.eraseButton} />
                <p className="mt-4">
                  <a href="?" className="text-link">
                    {texts.cancel}
                  </a>
                </p>
              </>
            ) : (
              <p className="mt-4">
                <a href="?erase#erase" className="text-link">
                  {texts.erase}
                </a>
              </p>
            )}
          </section>
        </aside>
      </div>
    </>
  )
}

const weekday = dateFormat({ weekday: 'short', timeZone })

/** Renders the state of an application that staff decide about. */
function Review(props: Pick<OwnPageProps, 'reviewDays' | 'now'> & { application: OwnApplication }) {
  const { application, reviewDays, now } = props
  const texts = useWords().applicants
  const { locale } = useLanguage()
  const format = useFormat()
  const day = { weekday: 'long', month: 'long', day: 'numeric', timeZone } as const
  const { sentAt, decision } = application
  let due = Date.parse(sentAt)
  for (let days = 0; days < reviewDays; ) {
    due += 86_400_000
    if (!weekday.format(due).startsWith('S')) days++
  }
  const text = decision
    ? texts[decision]
    : now > due
      ? texts.reviewingLate
      : format(texts.reviewing, { date: dateFormat(day, locale).format(due) })
  return <p className="mt-4 max-w-text text-lg semibold">{text}</p>
}

function Numeral({ label, value }: { label: string; value: number }) {
  const { locale } = useLanguage()
  return (
    <div>
      <dt className="text-muted">{label}</dt>
      <dd className="font-display text-3xl semibold text-brand">{numberText(value, locale)}</dd>
    </div>
  )
}
