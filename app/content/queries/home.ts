import { defineQuery } from 'groq'
import {
  block,
  branch,
  faqEntry,
  figure,
  href,
  joinCard,
  landingSeo,
  seo,
  settings,
} from './fragments.ts'

/** Reads the landing page. */
export const LANDING_QUERY = defineQuery(`*[_type == "landingPage"][0]{
  badge,
  status,
  "title": coalesce(title, ${settings}.slogan, ${settings}.name, ""),
  rotatingLead,
  "rotatingWords": coalesce(rotatingWords, []),
  subtitle,
  buttons,
  "screens": coalesce(screens[]{${figure}}, []),
  benefitsHeading,
  "benefits": coalesce(benefits[]{_key, title, text, label, ${href}, screen{${figure}}}, []),
  proof{
    title, text, link, ${href}, label, business, note,
    "parts": coalesce(parts[]{_key, title, text}, [])
  },
  waitlistCard{${joinCard}},
  dialog,
  gallery{title, text, close, "count": count(screens[defined(asset)])},
  faqHeading,
  "faq": coalesce(faq[]->{${faqEntry}}, []),
  "partnerAppUrl": ${settings}.partnerAppUrl,
  "dashboard": ${settings}.dashboard,
  ${landingSeo}
}`)

/**
 * Reads the screenshots of the gallery. A separate query, because they are larger than the rest of the landing page.
 */
export const GALLERY_QUERY = defineQuery(`
  *[_type == "landingPage"][0].gallery.screens[defined(asset)]{name, ${figure}}
`)

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
