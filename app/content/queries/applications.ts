import { defineQuery } from 'groq'
import { block, joinCard, keyFeature, nextSteps, seo, settings } from './fragments.ts'

/** Reads the waitlist page. */
export const WAITLIST_QUERY = defineQuery(`*[_type == "waitlistPage"][0]{
  title,
  intro[]{${block}},
  toOnboarding,
  socialHandleHint,
  cityHint,
  interestsTitle,
  customInterestHint,
  submit,
  backHome,
  affiliates,
  investorCard{${joinCard}},
  "knownInterests": [
    ...*[_type in ["servicePage", "comingSoonPage"]
      && defined(joinCard.customInterest)].joinCard.customInterest,
    ...*[_type == "servicePage" && joinCard.secondTarget == "waitlist"].joinCard.secondButton,
    ...*[_type in ["landingPage", "featurePage", "page"]]
      .sections[hidden != true && defined(card.customInterest)].card.customInterest,
    ...*[_type == "affiliateProgramme"
      && defined(challenge.next.customInterest)].challenge.next.customInterest
  ],
  "investmentNote": ${settings}.investmentNote,
  "investorMeetingUrl": ${settings}.investorMeetingUrl,
  "hideInvestment": ${settings}.hideInvestment == true,
  "privacy": ${settings}.formPrivacy,
  "dashboard": ${settings}.dashboard,
  ${seo}
}`)

/** Reads the confirmation page. If `shareUrl` is null, visitors share the home page. */
export const CONFIRMATION_QUERY = defineQuery(`*[_type == "confirmationPage"][0]{
  title,
  intro[]{${block}},
  ${nextSteps},
  onboarding{title, intro[]{${block}}, ${nextSteps}},
  follow,
  explore,
  linkLabel,
  share,
  copied,
  copiedMessage,
  shareUrl,
  "instagramUrl": ${settings}.socialLinks[network == "instagram"][0].url,
  "dashboard": ${settings}.dashboard,
  ${seo}
}`)

/** Reads the page of the business application. */
export const ONBOARDING_QUERY = defineQuery(`*[_type == "onboardingPage"][0]{
  title,
  intro[]{${block}},
  toWaitlist,
  sections,
  cityHint,
  websiteHint,
  descriptionHint,
  agreement,
  terms,
  submit,
  "privacy": ${settings}.formPrivacy,
  "offer": ${settings}.offer,
  ${seo}
}`)

/** Reads the application page of an affiliate programme. `$key` is regular, creator, or challenge. */
export const APPLY_QUERY = defineQuery(`*[_type == "affiliateProgramme" && key == $key][0]{
  key,
  name,
  "title": applyTitle,
  "intro": applyIntro,
  rate,
  rateMonths,
  orderLimit,
  minimumFollowers,
  challenge,
  "rateNote": *[_type == "affiliatesPage"][0].rateNote,
  "steps": coalesce(steps[]{${keyFeature}}, []),
  "page": *[_type == "affiliateApplyPage"][0]{
    back,
    cityHint,
    instagramHint,
    hashtag,
    submit,
      success{title, text[]{${block}}, home, ${nextSteps}}
  },
  "privacy": ${settings}.formPrivacy,
  "dashboard": ${settings}.dashboard,
  "seo": {
    "title": coalesce(seo.title, applyTitle),
    "description": coalesce(seo.description, applyIntro)
  }
}`)
