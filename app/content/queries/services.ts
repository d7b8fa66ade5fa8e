import { defineQuery } from 'groq'
import { block, branch, figure, joinCard, keyFeature, seo, settings } from './fragments.ts'

/** Reads a service page by its `$slug`, with links to the other services. */
export const SERVICE_QUERY = defineQuery(`*[_type == "servicePage" && slug.current == $slug][0]{
  _id,
  title,
  "slug": slug.current,
  subtitle,
  description[]{${block}},
  figure{${figure}},
  "keyFeatures": coalesce(keyFeatures[]{${keyFeature}}, []),
  joinCard{${joinCard}},
  "branch": branch->{${branch}},
  "calculator": *[_type == "calculatorPage"][0].title,
  "others": *[_type == "servicePage" && slug.current != $slug] | order(order asc){
    _id,
    title,
    "slug": slug.current,
    "hue": branch->hue
  },
  "words": ${settings}{
    "back": coalesce(servicesBack, "All services"),
    "features": coalesce(servicesFeatures, "Key features"),
    "others": coalesce(servicesOthers, "Other services")
  },
  ${seo}
}`)
