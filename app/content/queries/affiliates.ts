import { defineQuery } from 'groq'
import { block, faqEntry, joinCard, keyFeature, seo, settings } from './fragments.ts'

/** Reads the affiliates page: the texts of all modes, the programmes in order, and the leaderboard. */
export const AFFILIATES_QUERY = defineQuery(`*[_type == "affiliatesPage"][0]{
  title,
  intro[]{${block}},
  modes,
  "programmes": coalesce(programmes[defined(@->_id)]->{
    _id,
    key,
    name,
    summary[]{${block}},
    cardNote,
    eligibility[]{${block}},
    cardButton,
    title,
    description[]{${block}},
    "benefits": coalesce(benefits[]{${keyFeature}}, []),
    "steps": coalesce(steps[]{${keyFeature}}, []),
    applyButton,
    rate,
    rateMonths,
    orderLimit,
    minimumFollowers,
    challenge
  }, []),
  rateNote,
  back,
  benefitsTitle,
  stepsTitle,
  countdownTitle,
  countdownOver,
  countdownEnded,
  leaderboard{
    title,
    note,
    source,
    realTitle,
    realNote,
    empty,
    "entries": coalesce(entries[]{_key, position, name, referrals, earnings} | order(position asc), [])
  },
  payoutsHeading,
  faqHeading,
  "faq": coalesce(faq[defined(@->_id)]->{${faqEntry}}, []),
  meetingCard{${joinCard}},
  "partnershipMeetingUrl": ${settings}.partnershipMeetingUrl,
  "payouts": ${settings}.payouts,
  ${seo}
}`)
