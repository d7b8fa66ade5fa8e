/** A form of the site, and fields that it takes. */
export interface Form {
  path: string
  /** The form's name in the store. */
  form: string
  /** Valid values. Every field of the form is among these or `texts`. */
  right: Record<string, string>
  /** A text field that is stored as it was sent, under its own name. */
  words: string
  /** All such fields. */
  texts: string[]
  /** The maximum length of `words`, in characters. */
  longest: number
}

const email = 'amina@example.com'

/** Each form of the site. */
export const forms: Form[] = [
  {
    path: '/waitlist',
    form: 'waitlist',
    right: { name: 'Amina', email, interests: 'openStore' },
    words: 'custom_interest',
    texts: ['name', 'social_handle', 'custom_interest'],
    longest: 2000,
  },
  {
    path: '/onboarding',
    form: 'onboarding',
    right: {
      full_name: 'Amina',
      business_name: 'Amina Sews',
      business_type: 'other',
      custom_business_type: 'Tailor',
      email,
      phone: '1',
      city_state: 'Dallas',
      sell_scope: 'both',
      website_profile: 'a.example',
      business_description: 'We sew.',
      services_offered: 'sellProducts',
      agreement_accepted: 'on',
    },
    words: 'business_description',
    texts: [
      'full_name',
      'business_name',
      'phone',
      'city_state',
      'address',
      'website_profile',
      'business_description',
    ],
    longest: 2000,
  },
  {
    path: '/support/contact',
    form: 'contact',
    right: { name: 'Amina', email, subject: 'Hello', message: 'When?' },
    words: 'message',
    texts: ['name', 'subject', 'message'],
    longest: 10_000,
  },
  {
    path: '/affiliate/apply/creator',
    form: 'affiliate-creator',
    right: {
      fullName: 'Amina',
      email,
      phone: '1',
      city: 'Dallas',
      instagram: '@amina',
      howHeard: 'A friend',
      whyJoin: 'To help',
      shareOnSocial: 'on',
    },
    words: 'whyJoin',
    texts: ['fullName', 'phone', 'city', 'instagram', 'howHeard', 'whyJoin'],
    longest: 5000,
  },
]

/** Returns the names of all fields of a form. */
export const namesOf = ({ right, texts }: Form): string[] => [
  ...new Set([...Object.keys(right), ...texts]),
]
