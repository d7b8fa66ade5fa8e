import { defineQuery } from 'groq'
import { block, branch, figure, joinCard, seo, settings } from './fragments.ts'
import { sections } from './sections.ts'

/** Reads the landing page. */
export const LANDING_QUERY = defineQuery(`*[_type == "landingPage"][0]{
  _id,
  _type,
  badge,
  status,
  "title": coalesce(title, ${settings}.slogan, ${settings}.name, ""),
  rotatingLead,
  "rotatingWords": coalesce(rotatingWords, []),
  subtitle,
  buttons,
  "screens": coalesce(screens[]{${figure}}, []),
  gallery{
    title, text, close, "screens": coalesce(screens[defined(asset)]{name, ${figure}}, [])
  },
  ${sections},
  "partnerAppUrl": ${settings}.partnerAppUrl,
  "dashboard": ${settings}.dashboard,
  ${seo}
}`)

/** Reads the page /index: the branches with their pages, and the gallery of the landing page. */
export const COMING_SOON_QUERY = defineQuery(`*[_type == "comingSoonPage"][0]{
  title,
  intro[]{${block}},
  branchesHeading,
  "branches": coalesce(branches[]->{${branch}}, []),
  branchLink,
  galleryHeading,
  "gallery": *[_type == "landingPage"][0].gallery{
    title, text, close, "screens": coalesce(screens[defined(asset)]{name, ${figure}}, [])
  },
  affiliateCard{${joinCard}},
  joinCard{${joinCard}},
  "launch": ${settings}.launch,
  ${seo}
}`)

/** Reads the text of the 404 page. */
export const NOT_FOUND_QUERY = defineQuery(`*[_type == "notFoundPage"][0]{title, text, home}`)
