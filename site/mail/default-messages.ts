import type { MessageKind } from 'halvi-leads/mail'
import { confirmLinkDays } from 'halvi-leads/mail/confirm-link'
import { bodyOf, type MessageText } from './message-text.ts'

const applied = 'You’re getting this email because you applied to Halvi.'
const joined = 'You’re getting this email because you joined the Halvi waitlist.'
const entered =
  'You’re getting this email because someone entered this address in a form on halvi.com.'
const account = 'You’re getting this email because you have an account in Halvi’s Studio.'
const chosen = `${account} You can choose which emails you get in the Leads tool, under “Notifications”.`

const expires = `The link expires in ${confirmLinkDays} days.`
const reviewed = `After that, we’ll review your application within 2–3 business days. ${expires}`
const ignore =
  'If this wasn’t you, ignore this email. If you don’t confirm, we’ll remind you once and then stop.'
const details = `
[sent] What you sent us
Your application reference is {reference}.
Is something wrong? You can correct it on your page.`
const share = `
[referral] Your link to share`

/**
 * The texts of messages to applicants that have no document of their own. The seed has the same texts. A text for one
 * form has the form's name after the kind of the message.
 */
export const defaultMessages = {
  confirm: {
    subject: 'Confirm your email address',
    preheader: 'Confirm your email to finish.',
    body: bodyOf(`
Hi {firstName|there},
Thanks for joining the Halvi waitlist. Confirm your email to finish.
[confirm] Confirm my email
Then you’ll get your place in line and a link to share. ${expires}
Your application reference is {reference}.
${ignore}`),
    reason: entered,
  },
  'confirm-onboarding': {
    subject: 'Confirm your email address',
    preheader: 'Confirm your email to finish your application.',
    body: bodyOf(`
Hi {firstName|there},
Thanks for applying to sell on Halvi. Confirm your email to finish.
[confirm] Confirm my email
${reviewed}
Your application reference is {reference}.
${ignore}`),
    reason: entered,
  },
  'confirm-affiliate': {
    subject: 'Confirm your email address',
    preheader: 'Confirm your email to finish your application.',
    body: bodyOf(`
Hi {firstName|there},
Thanks for applying to a Halvi affiliate program. Confirm your email to finish.
[confirm] Confirm my email
${reviewed}
Your application reference is {reference}.
${ignore}`),
    reason: entered,
  },
  reminder: {
    subject: 'Reminder: confirm your email address',
    preheader: 'Confirm your email to finish.',
    body: bodyOf(`
Hi {firstName|there},
A few days ago, someone filled out a form on halvi.com with this address. If it was you, confirm your email to finish.
[confirm] Confirm my email
${expires}
If it wasn’t you, you can ignore this email. We won’t remind you again.`),
    reason: entered,
  },
  received: {
    subject: 'We’ve got your message',
    preheader: 'We reply within 24 hours.',
    body: bodyOf(`
Hi {firstName|there},
Thanks for writing to Halvi. We’ve got your message, and we’ll reply within 24 hours.
Your reference is {reference}.
If you didn’t write to us, you can ignore this email.`),
    reason: entered,
  },
  welcome: {
    subject: 'You’re on the Halvi waitlist',
    preheader: 'Here is your place in line, and your link to share.',
    body: bodyOf(`
Hi {firstName|there},
Thanks, your email is confirmed, and you’re on the waitlist. We’ll email you before we open in your area.
You’re number {position} in line.
[page] See my page
# Move up in line
Share your link. You move up when someone joins with it and confirms their email.${share}${details}`),
    reason: joined,
  },
  'welcome-onboarding': {
    subject: 'We’ve got your application for {business}',
    preheader: 'A person will review it within 2–3 business days.',
    body: bodyOf(`
Hi {firstName|there},
Thanks, your email is confirmed, and we’ve got your application for {business}. A person will review it within 2–3 business days, and we’ll email you.
[page] See my application${details}
# Invite others
Know another business that should be on Halvi? Share your link.${share}`),
    reason: applied,
  },
  'welcome-affiliate': {
    subject: 'We’ve got your affiliate application',
    preheader: 'A person will review it within 2–3 business days.',
    body: bodyOf(`
Hi {firstName|there},
Thanks, your email is confirmed. A person will review your application within 2–3 business days, and we’ll email you our decision.
[page] See my application${details}
# Invite others
You don’t have to wait for our decision to share Halvi. This is your link.${share}`),
    reason: applied,
  },
  invited: {
    subject: 'You’re invited to Halvi',
    preheader: 'It’s your turn. Here is how to start.',
    body: bodyOf(`
Hi {firstName|there},
It’s your turn: you’re invited to join Halvi.
First, open your page and check what you sent us.
[page] Open my page
Then reply to this email, and we’ll help you get started.`),
    reason: applied,
  },
  accepted: {
    subject: 'Your application is accepted',
    preheader: 'Good news from Halvi.',
    body: bodyOf(`
Hi {firstName|there},
Good news: we’ve accepted your application. We’ll email you about the next steps.
Your application reference is {reference}.
Has something changed since you applied? You can correct it on your page.
[page] Open my page
Questions? Reply to this email.`),
    reason: applied,
  },
  declined: {
    subject: 'An update on your application',
    body: bodyOf(`
Hi {firstName|there},
Thank you for applying to Halvi. We’ve read your application, and we can’t accept it at this time.
Your application reference is {reference}.
Has something changed, or did we miss something? Reply to this email, and we’ll take another look.
Thank you for your interest in Halvi.`),
    reason: applied,
  },
} satisfies Partial<Record<`${MessageKind}${'' | '-onboarding' | '-affiliate'}`, MessageText>>

/** A text of a message to applicants. */
export type MessageName = keyof typeof defaultMessages

/** Returns the text for a message about a form: the form's own, or the one for all forms. */
export function messageName(
  kind: MessageKind,
  form: string | undefined,
): MessageKind | MessageName {
  const own = `${kind}-${form?.replace(/-.*/, '')}`
  return Object.hasOwn(defaultMessages, own) ? (own as MessageName) : kind
}

/** The texts of messages to staff. They are not content, so that they can be sent while it is unavailable. */
export const staffMessages = {
  'new-lead': {
    subject: 'New lead: {forms}',
    body: bodyOf(`
There is something new in the Leads tool.
[action] Open it
[counts] By form`),
    reason: chosen,
  },
  digest: {
    subject: 'New leads: {total}',
    body: bodyOf(`
Leads since your last digest: {total}.
[action] Open the leads
[counts] By form`),
    reason: chosen,
  },
  invitation: {
    subject: 'You’re invited to Halvi’s Studio',
    body: bodyOf(`
{by|An administrator} invited you to work on Halvi’s site.
[action] Accept the invitation
The button works once, for seven days. If you don’t know why you’re invited, you can ignore this email.`),
    reason:
      'You’re getting this email because an administrator of Halvi’s Studio entered this address.',
  },
  'password-reset': {
    subject: 'A link to reset your password was created',
    body: bodyOf(`
{by|An administrator} created a link for you to choose a new password for Halvi’s Studio, and will send it to you. The link works once.
If you didn’t ask for this, contact an administrator.
[action] Open the Studio`),
    reason: account,
  },
} satisfies Partial<Record<MessageKind, MessageText>>
