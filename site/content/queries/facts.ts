import { defineQuery } from 'groq'
import { inLanguage, settings, sharedSettings, translated } from './fragments.ts'

/** A text of the settings. English ones have marks on pages in other languages. */
const inTexts = <const Name extends string>(name: Name) =>
  `select(coalesce(texts.language, "en") == $language => texts.${name}, "\ue000" + texts.${name} + "\ue001")` as const

/**
 * Reads the facts that texts refer to, and the parts of the settings that pages show, in the language of the page. Text
 * without a translation is in English: its object has that `language`. Shared by all pages; see `walk`.
 */
export const FACTS_QUERY = defineQuery(`{
  "shared": ${sharedSettings},
  "texts": ${settings},
  "branches": *[_type == "branch" && coalesce(language, "en") == "en"]{_id, "low": commission.low, "high": commission.high},
  "programs": *[_type == "affiliateProgram" && coalesce(language, "en") == "en"]{
    _id,
    rate,
    rateMonths,
    orderLimit,
    minimumFollowers,
    "challenge": select(defined(challenge) => {
      ...challenge,
      ...${translated('affiliateProgram')}{
        ...challenge,
        "language": select(defined(challenge) => language)
      }
    })
  },
  "words": {"facts": *[_type == "words" && ${inLanguage}][0].facts}
}{
  "timeZone": shared.timeZone,
  "launch": {
    ...shared.launch,
    ...texts.launch,
    "monthWords": texts.launch.monthWords,
    "place": texts.launch.place,
    "language": texts.language
  },
  "offer": {
    ...shared.offer,
    ...texts.offer,
    "benefit": texts.offer.benefit,
    "language": texts.language
  },
  "payouts": select(defined(texts) => {
    "language": texts.language,
    "minimum": shared.payouts.minimum,
    "schedule": texts.payouts.schedule,
    "methods": texts.payouts.methods
  }),
  "contact": select(defined(texts) => {
    "language": texts.language,
    "email": shared.contact.email,
    "phone": shared.contact.phone,
    "chatUrl": shared.contact.chatUrl,
    "phoneHours": texts.contact.phoneHours,
    "chatHours": texts.contact.chatHours,
    "responseTime": texts.contact.responseTime
  }),
  "reviewTime": ${inTexts('reviewTime')},
  "investmentNote": ${inTexts('investmentNote')},
  "hideInvestment": shared.hideInvestment == true,
  "investorMeetingUrl": shared.investorMeetingUrl,
  "partnerAppUrl": shared.partnerAppUrl,
  "partnershipMeetingUrl": shared.partnershipMeetingUrl,
  "instagramUrl": shared.socialLinks[network == "instagram"][0].url,
  "privacy": select(defined(texts) => {
    "language": texts.language,
    "text": texts.formPrivacy.text,
    "label": texts.formPrivacy.label
  }),
  "dashboard": select(defined(shared.dashboard) => {
    "_type": shared.dashboard._type,
    "language": texts.language,
    "source": shared.dashboard.source,
    "title": texts.dashboard.title,
    "badge": texts.dashboard.badge,
    "shopsActive": {
      "label": texts.dashboard.shopsActive.label,
      "range": shared.dashboard.shopsActive.range
    },
    "visitToSignup": {
      "label": texts.dashboard.visitToSignup.label,
      "range": shared.dashboard.visitToSignup.range
    },
    "expectedOrders": {
      "label": texts.dashboard.expectedOrders.label,
      "base": shared.dashboard.expectedOrders.base,
      "perDay": shared.dashboard.expectedOrders.perDay,
      "since": shared.dashboard.expectedOrders.since,
      "cap": shared.dashboard.expectedOrders.cap
    },
    "signupMinutes": {
      "label": texts.dashboard.signupMinutes.label,
      "range": shared.dashboard.signupMinutes.range
    },
    "lastPing": {
      "label": texts.dashboard.lastPing.label,
      "range": shared.dashboard.lastPing.range
    },
    "joinedToday": {
      "label": texts.dashboard.joinedToday.label,
      "range": shared.dashboard.joinedToday.range
    },
    "dailyCounter": {
      "label": texts.dashboard.dailyCounter.label,
      "range": shared.dashboard.dailyCounter.range,
      "step": shared.dashboard.dailyCounter.step
    },
    "counts": {
      "title": texts.dashboard.counts.title,
      "since": texts.dashboard.counts.since,
      "total": texts.dashboard.counts.total,
      "today": texts.dashboard.counts.today,
      "waitlist": texts.dashboard.counts.waitlist,
      "onboarding": texts.dashboard.counts.onboarding,
      "affiliate": texts.dashboard.counts.affiliate,
      "timeZone": shared.dashboard.counts.timeZone
    }
  }),
  "challenge": programs[defined(challenge.startsAt)][0].challenge,
  programs,
  branches,
  words
}`)
