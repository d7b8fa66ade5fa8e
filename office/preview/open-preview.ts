import type { LeadsOffice } from 'halvi-leads/office'
import { system } from 'halvi-leads/permissions'
import type { ContentSource } from 'halvi-site/content/content'
import {
  createPreview,
  type Preview,
  type SharedLinks,
  type Staff,
} from 'halvi-site/preview/preview'
import type { Settings } from 'halvi-site/settings/settings'
import { programId } from 'local-content-lake'
import type { EmbeddedLake } from '../lake/embedded-lake.ts'
import type { Staff as Members } from '../staff/member.ts'

/** Returns access to drafts for previews. */
export function openPreview({
  source,
  lake,
  settings,
  leads,
  staff,
}: {
  source: ContentSource
  lake: EmbeddedLake | undefined
  settings: Pick<Settings, 'SANITY_READ_TOKEN'>
  leads: Pick<LeadsOffice, 'previewLinks'>
  staff: Pick<Members, 'may'>
}): Preview | undefined {
  return createPreview(source, lake?.token ?? settings.SANITY_READ_TOKEN, {
    staff: lake && staffOf(lake),
    links: sharedLinks(leads, staff),
  })
}

/** Returns the staff members whose previews end with their Studio sessions. */
function staffOf(lake: EmbeddedLake): Staff {
  const signedIn = (cookie: string | undefined) => lake.sessionOf({ headers: { cookie } })?.user.id
  return {
    signedIn,
    mayUseSecret(secret, cookies) {
      const author = lake.dataset.previewSecrets.authorOf(secret)
      return author !== undefined && (author === programId || author === signedIn(cookies))
    },
  }
}

/** Returns access to shared preview links. Revokes a link when its owner may no longer share previews. */
function sharedLinks(
  { previewLinks }: Pick<LeadsOffice, 'previewLinks'>,
  staff: Pick<Members, 'may'>,
): SharedLinks {
  return {
    add: previewLinks.add,
    noteOpened: previewLinks.recordOpened,
    async use(id) {
      const owner = await previewLinks.use(id)
      if (owner === undefined) return false
      if (await staff.may(owner, 'preview:share')) return true
      await previewLinks.revoke(id, system)
      return false
    },
  }
}
