import { defineQuery } from 'groq'

/** Reads the texts of the pages behind the links in emails to applicants. */
export const APPLICANT_PAGES_QUERY = defineQuery(`*[_type == "applicantPages"][0]{
  confirmTitle, confirmText, confirmButton, usedTitle, usedText, expiredTitle, expiredText,
  expiredButton, sentTitle, sentText, brokenTitle, brokenText, mailNote, ownTitle, confirmed,
  unconfirmed, invited, accepted, declined, saved, position, referrals, businesses, nextTitle, next, sentHeading,
  waitlist, onboarding, affiliate, contact, edit, editTitle, editNote, save, cancel, mailHeading,
  subscribed, unsubscribed, eraseHeading, eraseText, erase, eraseButton, erasedTitle,
  erasedText, shareTitle, linkLabel, copy, whatsapp, email, shareSubject, shareText,
  listedTitle, listed, unsubscribeTitle, unsubscribeText, unsubscribe, doneTitle, doneText,
  subscribe
}`)
