import { staffStudio } from 'halvi-staff-studio'
import { fillText, valuesOf } from '../app/mail/values.ts'
import { readConnection } from './connection.ts'
import { retryAfterSignIn } from './embedded/session.ts'
import { useSession } from './embedded/use-session.ts'

const accounts = { retryAfterSignIn, useIsExpired: () => useSession()?.state === 'expired' }

/** The tools Leads and People, with the accounts of this site unless Sanity manages them. */
export const staffTools = staffStudio({
  ...(!readConnection().hosted && { accounts }),
  fillTemplate: (text, applicant) =>
    fillText(text, valuesOf({ ...applicant, links: {}, data: {} })),
})
