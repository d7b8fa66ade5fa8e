import type { PlaceholderContent } from '../../app/content/placeholders.ts'
import type { Launch, Offer } from '../../app/dates/state.ts'

/** The published content that the launch checklist depends on. */
export const LAUNCH_QUERY = `{
  "settings": *[_id == "siteSettings"][0]{
    "phone": contact.phone.number,
    "email": contact.email,
    socialLinks[]{url},
    timeZone,
    launch{month, monthWords, date, status},
    offer{deadline, status},
    "legalName": identity.legalName,
    "figures": dashboard.source
  },
  "legal": *[_type == "legalPage"]{_id, title, "words": body[].children[].text},
  "figures": *[_type in ["landingPage", "servicePage", "featurePage", "page"]]{
    _id,
    _type,
    title,
    "missing": count([
      figure,
      ...screens,
      ...gallery.screens,
      ...sections[].figure,
      ...sections[].logos[],
      ...sections[].screens[],
      ...sections[].cards[].screen
    ][defined(asset) && !(length(alt) > 0)])
  }[missing > 0]
}`

export interface LaunchContent extends PlaceholderContent {
  /** The documents that have images without an alternative text. */
  figures?: readonly { _id: string; _type: string; title: string | null; missing: number }[] | null
  settings?:
    | (NonNullable<PlaceholderContent['settings']> & {
        email?: string | null
        timeZone?: string | null
        launch?: Launch | null
        offer?: Offer | null
        legalName?: string | null
        figures?: string | null
      })
    | null
}
