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
  "legal": *[_type == "legalPage"]{_id, title, "words": body[].children[].text}
}`

export interface LaunchContent extends PlaceholderContent {
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
