/** The words of the pages behind the links in emails to applicants, which staff can replace. */
export const applicantWords = {
  applicants: {
    confirmTitle: 'Confirm your email address',
    confirmText:
      'One more step: press the button to confirm that this address is yours. You’ll get your place on the list and a link to share.',
    confirmButton: 'Confirm my address',
    usedTitle: 'You’ve already confirmed',
    usedText:
      'This link works once, and it has been used. Our welcome email has a link to your own page.',
    expiredTitle: 'This link has expired',
    expiredText: 'A link to confirm an address works for 14 days. We can send you a new one.',
    expiredButton: 'Send a new link',
    sentTitle: 'Check your inbox',
    sentText: 'If this address still needs to be confirmed, a new link is on its way.',
    brokenTitle: 'This link doesn’t work',
    brokenText:
      'It may be incomplete, or the data behind it was deleted. Try opening it from our email again.',
    mailNote:
      'An email is on its way to you. If it doesn’t arrive in a few minutes, check your spam folder.',
    ownTitle: 'Your place on the Halvi list',
    confirmed: 'Thank you. Your email address is confirmed.',
    unconfirmed:
      'Your email address isn’t confirmed yet. Use the link in our first email to get your place on the list.',
    invited: 'You’re invited. Open our email to get started.',
    saved: 'Saved.',
    position: 'Your place',
    referrals: 'People you brought',
    businesses: 'Businesses you brought',
    nextTitle: 'What comes next',
    next: 'We’ll email you before we open in your area. Each person who joins with your link and confirms their address moves you up the list.',
    sentHeading: 'What you sent us',
    waitlist: 'Waitlist',
    onboarding: 'Business application',
    affiliate: 'Affiliate application',
    contact: 'Message',
    accepted: 'Accepted',
    declined: 'Declined',
    edit: 'Correct this',
    editTitle: 'Correct what you sent',
    editNote:
      'To change the options you chose, send the form again. To change your email address, send the form with the new one, then delete your data here.',
    save: 'Save',
    cancel: 'Cancel',
    mailHeading: 'Emails from us',
    subscribed: 'We email you about your application and the launch.',
    unsubscribed: 'You’ve unsubscribed from our emails.',
    eraseHeading: 'Delete your data',
    eraseText:
      'We delete everything you sent us, your place on the list, and your link. This can’t be undone.',
    erase: 'Delete my data',
    eraseButton: 'Yes, delete everything',
    erasedTitle: 'Your data is deleted',
    erasedText: 'We’ve deleted what you sent us, your place on the list, and your link.',
    shareTitle: 'Bring others',
    linkLabel: 'Your link',
    copy: 'Copy link',
    whatsapp: 'Share on WhatsApp',
    email: 'Share by email',
    shareSubject: 'Join me on the Halvi waitlist',
    shareText:
      'Halvi brings halal food, shopping, rides, and services together in one place. Join the waitlist with my link:',
    listedTitle: 'Public leaderboard',
    listed:
      'Show my first name, the first letter of my last name, and how many people I brought on the public leaderboard.',
    unsubscribeTitle: 'Unsubscribe from our emails?',
    unsubscribeText:
      'We’ll stop emailing you about your application and the launch. Your application stays.',
    unsubscribe: 'Unsubscribe',
    doneTitle: 'You’re unsubscribed',
    doneText: 'We won’t email you about your application or the launch anymore. Changed your mind?',
    subscribe: 'Subscribe again',
  },
}
