import type { MessageKind } from 'halvi-leads/mail/message'
import { bodyOf, type MessageText } from './message-text.ts'

const applied = 'You’re getting this email because you applied at Halvi.'
const entered =
  'You’re getting this email because this address was entered in an application at Halvi.'
const account = 'You’re getting this email because you have an account in Halvi’s Studio.'
const chosen = `${account} You can choose which emails you get in the Leads tool, under “Notifications”.`

/** The texts of messages to applicants that have no document of their own. The seed has the same texts. */
export const defaultMessages = {
  confirm: {
    subject: 'Confirm your email address',
    preheader: 'One click, and you’re on the Halvi list.',
    body: bodyOf(`
Hi {firstName|there},
Thanks for applying at Halvi. Please confirm that this is your email address.
[confirm] Confirm my email
After that, you get your place on the list and a link to share with friends. The button works for 14 days.
Your application reference is {reference}.
If you didn’t apply at Halvi, you can ignore this email. An address that isn’t confirmed gets no news from us.`),
    reason: entered,
  },
  reminder: {
    subject: 'Reminder: confirm your email address',
    preheader: 'We have your application, but your address isn’t confirmed yet.',
    body: bodyOf(`
Hi {firstName|there},
A few days ago, you applied at Halvi. We have your application, but your email address isn’t confirmed yet.
[confirm] Confirm my email
Once it is, you get your place on the list, and we can send you news. The button works for 14 days.
If you didn’t apply at Halvi, you can ignore this email. We won’t remind you again.`),
    reason: entered,
  },
  welcome: {
    subject: 'You’re on the Halvi list',
    preheader: 'Here is your place, your link to share, and what you sent us.',
    body: bodyOf(`
Hi {firstName|there},
Thank you! Your email address is confirmed, and we have your application.
You’re number {position} on the list.
[page] See my page
# Move up the list
Share your link. You move up when someone applies with it and confirms their email address.
[referral] Your link to share
[sent] What you sent us
Your application reference is {reference}.
Is something wrong? You can correct it on your page.`),
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
Thank you for applying at Halvi. We’ve read your application, and we can’t accept it at this time.
Your application reference is {reference}.
Has something changed, or did we miss something? Reply to this email, and we’ll take another look.
Thank you for your interest in Halvi.`),
    reason: applied,
  },
} satisfies Partial<Record<MessageKind, MessageText>>

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
  'backup-failed': {
    subject: 'A backup task failed: {task}',
    body: bodyOf(`
The scheduled task “{task}” failed. Until it succeeds, recent changes may not be backed up.
The server’s log has the reason. To try again, run “halvi backup” on the server.
[action] Open the Studio`),
    reason: account,
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
