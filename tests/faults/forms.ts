import { affiliateApplications } from 'halvi-leads/forms/affiliate'
import { contact } from 'halvi-leads/forms/contact'
import type { LeadForm } from 'halvi-leads/forms/form'
import { onboarding } from 'halvi-leads/forms/onboarding'
import { waitlist } from 'halvi-leads/forms/waitlist'

/** A form of the site with valid fields. */
export interface Form {
  path: string
  form: LeadForm
  validFields: Record<string, string>
  /** A text field with the same name in the payload. */
  textField: string
  /** All text fields with the same name in the payload. */
  textFields: string[]
  maxLength: number
}

const email = 'amina@example.com'

const creators = affiliateApplications.get('creator')
if (!creators) throw new Error('There is no affiliate application for creators')

/** The forms of the site. */
export const forms: Form[] = [
  {
    path: '/waitlist',
    form: waitlist,
    validFields: { name: 'Amina', email, interests: 'openStore' },
    textField: 'custom_interest',
    textFields: ['name', 'social_handle', 'custom_interest'],
    maxLength: 2000,
  },
  {
    path: '/onboarding',
    form: onboarding,
    validFields: {
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
    textField: 'business_description',
    textFields: [
      'full_name',
      'business_name',
      'phone',
      'city_state',
      'address',
      'website_profile',
      'business_description',
    ],
    maxLength: 2000,
  },
  {
    path: '/support/contact',
    form: contact,
    validFields: { name: 'Amina', email, subject: 'Hello', message: 'When?' },
    textField: 'message',
    textFields: ['name', 'subject', 'message'],
    maxLength: 10_000,
  },
  {
    path: '/affiliate/apply/creator',
    form: creators,
    validFields: {
      fullName: 'Amina',
      email,
      phone: '1',
      city: 'Dallas',
      instagram: '@amina',
      howHeard: 'A friend',
      whyJoin: 'To help',
    },
    textField: 'whyJoin',
    textFields: ['fullName', 'phone', 'city', 'instagram', 'howHeard', 'whyJoin'],
    maxLength: 5000,
  },
]
