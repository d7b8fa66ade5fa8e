import { defineQuery } from 'groq'
import {
  block,
  faqEntry,
  joinCard,
  link,
  nextSteps,
  richBlock,
  seo,
  settings,
} from './fragments.ts'

/** Reads the Help Center with all its articles. The search filters them later. */
export const HELP_QUERY = defineQuery(`*[_type == "helpCentre"][0]{
  title,
  intro,
  searchLabel,
  searchHint,
  noResults,
  "resources": coalesce(resources[]{_key, title, text, label, ${link}}, []),
  articlesTitle,
  "articles": *[_type == "helpArticle"] | order(order asc){
    _id,
    title,
    "slug": slug.current,
    topic,
    summary,
    body[]{${richBlock}},
    "keywords": coalesce(keywords, [])
  },
  joinCard{${joinCard}},
  ${seo}
}`)

/** Reads the FAQ page with its questions in order. */
export const FAQ_QUERY = defineQuery(`*[_type == "faqPage"][0]{
  title,
  intro,
  searchLabel,
  searchHint,
  noResults,
  "entries": coalesce(entries[]->{${faqEntry}}, []),
  moreLabel,
  "more": coalesce(more[]->{${faqEntry}}, []),
  contactCard{title, text, label, ${link}},
  ${seo}
}`)

/** Reads the contact page with the ways to reach the team. */
export const CONTACT_QUERY = defineQuery(`*[_type == "contactPage"][0]{
  title,
  intro[]{${block}},
  emailCard,
  chatCard,
  phoneCard,
  formHeading,
  submit,
  success{title, text, again, ${nextSteps}},
  "privacy": ${settings}.formPrivacy,
  "contact": ${settings}.contact,
  ${seo}
}`)

/** Reads a legal text by its `$slug`: terms or privacy. */
export const LEGAL_QUERY = defineQuery(`*[_type == "legalPage" && slug.current == $slug][0]{
  title,
  "slug": slug.current,
  lastUpdated,
  intro,
  body[]{${richBlock}},
  ${seo}
}`)
