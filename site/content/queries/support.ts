import { defineQuery } from 'groq'
import {
  faqEntry,
  inLanguage,
  joinCard,
  link,
  nextSteps,
  richBlock,
  seo,
  translated,
} from './fragments.ts'

/** Reads the Help Center with all its articles. The search filters them later. */
export const HELP_QUERY = defineQuery(`*[_type == "helpCentre" && ${inLanguage}][0]{
  language,
  title,
  intro,
  searchLabel,
  searchHint,
  noResults,
  "resources": coalesce(resources[]{_key, title, text, label, ${link}}, []),
  articlesTitle,
  "articles": (*[_type == "helpArticle" && defined(slug)] | order(order asc){
    "slug": slug.current,
    topic,
    ...${translated('helpArticle')}{
      _id,
      language,
      title,
      summary,
      body[]{${richBlock}},
      "keywords": coalesce(keywords, [])
    }
  })[${inLanguage}],
  joinCard{${joinCard}},
  ${seo}
}`)

/** Reads the FAQ page with its questions in order. */
export const FAQ_QUERY = defineQuery(`*[_type == "faqPage" && ${inLanguage}][0]{
  language,
  title,
  intro,
  searchLabel,
  searchHint,
  noResults,
  "entries": coalesce((entries[defined(@->_id)]->{${faqEntry}})[${inLanguage}], []),
  moreLabel,
  "more": coalesce((more[defined(@->_id)]->{${faqEntry}})[${inLanguage}], []),
  contactCard{title, text, label, ${link}},
  ${seo}
}`)

/** Reads the contact page with the ways to reach the team. */
export const CONTACT_QUERY = defineQuery(`*[_type == "contactPage" && ${inLanguage}][0]{
  language,
  title,
  intro,
  emailCard,
  chatCard,
  phoneCard,
  formHeading,
  submit,
  success{title, text, again, ${nextSteps}},
  ${seo}
}`)

/** Reads a legal text by its `$slug`: terms or privacy. */
export const LEGAL_QUERY = defineQuery(`*[_type == "legalPage" && slug.current == $slug][0]{
  "slug": slug.current,
  lastUpdated,
  ...${translated('legalPage')}{
    language,
    title,
    intro,
    body[]{${richBlock}},
    ${seo}
  }
}`)
