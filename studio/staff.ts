import { fillText, valuesOf } from 'halvi-site/mail/values'
import { staffStudio } from 'halvi-staff-studio'
import { retryAfterSignIn, session } from 'local-content-lake/studio'
import { readConnection } from './connection.ts'
import { useLatest } from './embedded/use-latest.ts'
import { english, useLanguages } from './translations/languages.ts'

const accounts = { retryAfterSignIn, useIsExpired: () => useLatest(session)?.state === 'expired' }

/** The tools Leads and People, with the accounts of this site unless Sanity manages them. */
export const staffTools = staffStudio({
  ...(!readConnection().hosted && { accounts }),
  useLanguages: () => [english, ...useLanguages()],
  fillTemplate: (text, applicant) =>
    fillText(text, valuesOf({ ...applicant, links: {}, data: {} })),
})
