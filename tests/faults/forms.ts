/** A form of the site with valid fields. */
export interface Form {
  path: string
  /** Valid values. Every field of the form is among these or `textFields`. */
  validFields: Record<string, string>
  /** Text fields that are stored as they were sent, under the same name. */
  textFields: string[]
}

const email = 'amina@example.com'

/** The forms of the site. */
export const forms: Form[] = [
  {
    path: '/waitlist',
    validFields: { name: 'Amina', email, interests: 'openStore' },
    textFields: ['name', 'social_handle', 'city', 'custom_interest'],
  },
  {
    path: '/onboarding',
    validFields: {
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
    textFields: [
      'full_name',
      'business_name',
      'phone',
      'city_state',
      'address',
      'website_profile',
      'business_description',
    ],
  },
  {
    path: '/support/contact',
    validFields: { name: 'Amina', email, subject: 'Hello', message: 'When?' },
    textFields: ['name', 'subject', 'message'],
  },
  {
    path: '/affiliate/apply/creator',
    validFields: {
      fullName: 'Amina',
      email,
      phone: '1',
      city: 'Dallas',
      instagram: '@amina',
      howHeard: 'A friend',
      whyJoin: 'To help',
      shareOnSocial: 'on',
    },
    textFields: ['fullName', 'phone', 'city', 'instagram', 'howHeard', 'whyJoin'],
  },
]

/** Returns the names of all fields of a form. */
export const namesOf = ({ validFields, textFields }: Form): string[] => [
  ...new Set([...Object.keys(validFields), ...textFields]),
]
