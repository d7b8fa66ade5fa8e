import { defineQuery } from 'groq'
import { image, link } from './fragments.ts'

/** Reads the content that every page shares: brand, menus, contact, links, launch, payouts, and live metrics. */
export const SETTINGS_QUERY = defineQuery(`*[_type == "siteSettings"][0]{
  name,
  audience,
  slogan,
  description,
  logo{${image}},
  sharingImage{${image}},
  contact,
  partnerAppUrl,
  partnershipMeetingUrl,
  investorMeetingUrl,
  "socialLinks": coalesce(socialLinks[]{_key, network, url}, []),
  "headerLinks": coalesce(headerLinks[]{_key, label, ${link}}, []),
  "menuLinks": coalesce(menuLinks[]{_key, label, ${link}}, []),
  "footerGroups": coalesce(footerGroups[]{
    _key,
    title,
    "links": coalesce(links[]{_key, label, ${link}}, [])
  }, []),
  copyrightName,
  identity{legalName, address, registration, certifiers},
  launch,
  offer,
  payouts,
  reviewTime,
  investmentNote,
  dashboard
}`)

/** Reads the words of the site's code that staff have replaced. */
export const WORDS_QUERY = defineQuery(`*[_type == "words"][0]`)
