import { defineQuery } from 'groq'
import {
  branch,
  figure,
  image,
  inEnglish,
  inLanguage,
  joinCard,
  keyFeature,
  seo,
  settings,
  translated,
} from './fragments.ts'

/** Reads a service page by its `$slug`, with links to the other services. */
export const SERVICE_QUERY = defineQuery(`*[_type == "servicePage" && slug.current == $slug][0]{
  "slug": slug.current,
  "pictures": select($language != "en" => {figure{${image}}}),
  "branch": branch->{${branch}},
  "calculator": *[_type == "calculatorPage" && ${inLanguage}][0].title,
  "others": (*[_type == "servicePage" && defined(slug) && slug.current != $slug]
    | order(order asc){
    "slug": slug.current,
    "hue": branch->hue,
    ...${translated('servicePage')}{_id, language, title}
  })[${inLanguage}],
  "words": ${settings}{
    language,
    "back": coalesce(servicesBack, ${inEnglish('All services')}),
    "features": coalesce(servicesFeatures, ${inEnglish('Key features')}),
    "others": coalesce(servicesOthers, ${inEnglish('Other services')})
  },
  ...${translated('servicePage')}{
    _id,
    language,
    title,
    subtitle,
    description,
    figure{${figure}},
    "keyFeatures": coalesce(keyFeatures[]{${keyFeature}}, []),
    joinCard{${joinCard}},
    ${seo}
  }
}`)
