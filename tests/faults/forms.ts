import { affiliateApplications } from 'halvi-leads/forms/affiliate'
import { contact } from 'halvi-leads/forms/contact'
import type { LeadForm } from 'halvi-leads/forms/form'
import { onboarding } from 'halvi-leads/forms/onboarding'
import { waitlist } from 'halvi-leads/forms/waitlist'

/** A form of the site with valid fields. */
export interface Form {
  path: string
  form: LeadForm
  right: Record<string, string>
  /** A text field with the same name in the payload. */
  words: string
  /** All text fields with the same name in the payload. */
  texts: string[]
  longest: number
}

const email = 'amina@example.com'

const creators = affiliateApplications.get('creator')
if (!creators) throw new Error('There is no affiliate application for creators')

/** The forms of the site. */
export const forms: Form[] = [
  {
    path: '/waitlist',
    form: waitlist,
    right: { name: 'Amina', email, interests: 'openStore' },
    words: 'custom_interest',
    texts: ['name', 'social_handle', 'custom_interest'],
    longest: 2000,
  },
  {
    path: '/onboarding',
    form: onboarding,
    right: {
      full_name: 'Amina',
      business_name: 'Amina Sews',
      business_type: 'store',
      email,
      phone: '1',
      city_state: 'Dallas',
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
    form: contact,
    right: { name: 'Amina', email, subject: 'Hello', message: 'When?' },
    words: 'message',
    texts: ['name', 'subject', 'message'],
    longest: 10_000,
  },
  {
    path: '/affiliate/apply/creator',
    form: creators,
    right: {
      fullName: 'Amina',
      email,
      phone: '1',
      city: 'Dallas',
      instagram: '@amina',
      howHeard: 'A friend',
      whyJoin: 'To help',
    },
    words: 'whyJoin',
    texts: ['fullName', 'phone', 'city', 'instagram', 'howHeard', 'whyJoin'],
    longest: 5000,
  },
]
