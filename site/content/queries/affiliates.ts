import { defineQuery } from 'groq'
import {
  faqEntry,
  inLanguage,
  joinCard,
  keyFeature,
  programNumbers,
  seo,
  translated,
} from './fragments.ts'

/** The affiliates page in English, which has the entries of the leaderboard. */
const original = '*[_type == "affiliatesPage" && _id == "affiliatesPage"][0]'

/** Reads the affiliates page: the texts of all modes, the programs in order, and the leaderboard. */
export const AFFILIATES_QUERY = defineQuery(`*[_type == "affiliatesPage" && ${inLanguage}][0]{
  language,
  title,
  intro,
  modes,
  "programs": coalesce((programs[defined(@->_id)]->{
    key,
    ${programNumbers},
    ...${translated('affiliateProgram')}{
      _id,
      language,
      name,
      summary,
      cardNote,
      eligibility,
      cardButton,
      title,
      description,
      "benefits": coalesce(benefits[]{${keyFeature}}, []),
      "steps": coalesce(steps[]{${keyFeature}}, []),
      applyButton
    }
  })[${inLanguage}], []),
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
    "source": ${original}.leaderboard.source,
    realTitle,
    realNote,
    empty,
    "entries": coalesce(entries, ${original}.leaderboard.entries, [])[]{_key, position, name, referrals, earnings} | order(position asc)
  },
  payoutsHeading,
  faqHeading,
  "faq": coalesce((faq[defined(@->_id)]->{${faqEntry}})[${inLanguage}], []),
  meetingCard{${joinCard}},
  ${seo}
}`)
