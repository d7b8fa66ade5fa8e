import { defineQuery } from 'groq'
import {
  inLanguage,
  joinCard,
  keyFeature,
  nextSteps,
  programNumbers,
  seo,
  translated,
} from './fragments.ts'

/** Reads the waitlist page. */
export const WAITLIST_QUERY = defineQuery(`*[_type == "waitlistPage" && ${inLanguage}][0]{
  language,
  title,
  intro,
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
    ...*[_type in ["landingPage", "businessPage", "page"]]
      .sections[hidden != true && defined(card.customInterest)].card.customInterest,
    ...*[_type == "affiliateProgram"
      && defined(challenge.next.customInterest)].challenge.next.customInterest
  ],
  ${seo}
}`)

/** Reads the confirmation page. If `shareUrl` is null, visitors share the home page. */
export const CONFIRMATION_QUERY = defineQuery(`*[_type == "confirmationPage" && ${inLanguage}][0]{
  language,
  title,
  intro,
  ${nextSteps},
  onboarding{title, intro, ${nextSteps}},
  follow,
  explore,
  linkLabel,
  share,
  copied,
  copiedMessage,
  "shareUrl": *[_type == "confirmationPage" && _id == "confirmationPage"][0].shareUrl,
  ${seo}
}`)

/** Reads the page of the business application. */
export const ONBOARDING_QUERY = defineQuery(`*[_type == "onboardingPage" && ${inLanguage}][0]{
  language,
  title,
  intro,
  toWaitlist,
  sections,
  cityHint,
  websiteHint,
  descriptionHint,
  agreement,
  terms,
  submit,
  ${seo}
}`)

/** Reads the application page of an affiliate program. `$key` is regular, creator, or challenge. */
export const APPLY_QUERY = defineQuery(`*[_type == "affiliateProgram" && key == $key][0]{
  key,
  ${programNumbers},
  "rateNote": *[_type == "affiliatesPage" && ${inLanguage}][0].rateNote,
  "page": *[_type == "affiliateApplyPage" && ${inLanguage}][0]{
    back,
    cityHint,
    instagramHint,
    "hashtag": *[_type == "affiliateApplyPage" && _id == "affiliateApplyPage"][0].hashtag,
    submit,
      success{title, text, home, ${nextSteps}}
  },
  ...${translated('affiliateProgram')}{
    language,
    name,
    "title": applyTitle,
    "intro": applyIntro,
    "steps": coalesce(steps[]{${keyFeature}}, []),
    "seo": {
      "title": coalesce(seo.title, applyTitle),
      "description": coalesce(seo.description, applyIntro)
    }
  }
}`)
