import { defineQuery } from 'groq'
import { image, inLanguage, link, settings, sharedSettings } from './fragments.ts'

/** Reads the content that every page shares: brand, menus, and links. */
export const SETTINGS_QUERY = defineQuery(`${settings}{
  "facts": ${sharedSettings}{
    name,
    logo{${image}},
    sharingImage{${image}},
    "socialLinks": coalesce(socialLinks[]{_key, network, url}, []),
    copyrightName,
    identity{legalName, address, registration, certifiers}
  },
  language,
  audience,
  slogan,
  description,
  "headerLinks": coalesce(headerLinks[]{_key, label, ${link}}, []),
  "menuLinks": coalesce(menuLinks[]{_key, label, ${link}}, []),
  "footerGroups": coalesce(footerGroups[]{
    _key,
    title,
    "links": coalesce(links[]{_key, label, ${link}}, [])
  }, [])
}`)

/** Reads the words of the site's code that staff have written in the language of the page. */
export const WORDS_QUERY = defineQuery(`*[_type == "words" && ${inLanguage}][0]`)

/** Reads the words that offer a page in each language. */
export const OFFERS_QUERY = defineQuery(`*[_type == "words"]{
  "code": coalesce(language, "en"),
  "offer": site.offer,
  "dismiss": site.dismissOffer
}`)

/** Reads the languages of the site, English excluded. */
export const LANGUAGES_QUERY = defineQuery(
  `${sharedSettings}.languages[]{code, name, letters, isOff}`,
)
