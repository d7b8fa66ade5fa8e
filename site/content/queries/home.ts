import { defineQuery } from 'groq'
import { branch, figure, hasPicture, image, inLanguage, joinCard, seo } from './fragments.ts'
import { sectionPictures, sections } from './sections.ts'

/** The images of the landing page's gallery, for its translations. */
const galleryPictures = `gallery{"screens": screens[]{_key, ${image}}}` as const

/** Reads the landing page. */
export const LANDING_QUERY = defineQuery(`*[_type == "landingPage" && ${inLanguage}][0]{
  language,
  _id,
  _type,
  badge,
  status,
  title,
  rotatingLead,
  "rotatingWords": coalesce(rotatingWords, []),
  subtitle,
  buttons,
  "screens": coalesce(screens[]{${figure}}, []),
  gallery{
    title, text, close, "screens": coalesce(screens[${hasPicture}]{name, ${figure}}, [])
  },
  ${sections},
  "pictures": select($language != "en" => *[_type == "landingPage" && _id == "landingPage"][0]{
    "screens": screens[]{_key, ${image}},
    ${galleryPictures},
    ${sectionPictures}
  }),
  ${seo}
}`)

/** Reads the page /index: the branches with their pages, and the gallery of the landing page. */
export const COMING_SOON_QUERY = defineQuery(`*[_type == "comingSoonPage" && ${inLanguage}][0]{
  language,
  title,
  intro,
  branchesHeading,
  "branches": coalesce(branches[]->{${branch}}, []),
  branchLink,
  galleryHeading,
  "gallery": *[_type == "landingPage" && ${inLanguage}][0].gallery{
    title, text, close, "screens": coalesce(screens[${hasPicture}]{name, ${figure}}, [])
  },
  "pictures": select($language != "en" => *[_type == "landingPage" && _id == "landingPage"][0]{${galleryPictures}}),
  affiliateCard{${joinCard}},
  joinCard{${joinCard}},
  ${seo}
}`)

/** Reads the text of the 404 page. */
export const NOT_FOUND_QUERY = defineQuery(
  `*[_type == "notFoundPage" && ${inLanguage}][0]{title, text, home}`,
)
