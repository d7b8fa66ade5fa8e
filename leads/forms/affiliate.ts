import * as z from 'zod'
import { checkbox, defineForm, emailAddress, type LeadForm, text } from './form.ts'

const rules = z.object({
  fullName: text('your name', 200),
  email: emailAddress(),
  phone: text('your phone number', 50),
  city: text('your city and state', 200),
  instagram: text('your Instagram handle', 200),
  howHeard: text('how you heard about us', 1000),
  whyJoin: text('why you want to join', 5000),
  shareOnSocial: checkbox(),
})

function application(programme: string): LeadForm {
  return defineForm({
    name: `affiliate-${programme}`,
    delivered: false,
    confirmation: `/affiliate/apply/${programme}/submitted`,
    required: {
      message: 'Please fill all required fields',
      fields: {
        fullName: 'Enter your full name',
        email: 'Enter your email address',
        phone: 'Enter your phone number',
        city: 'Enter your city and state',
        instagram: 'Enter your Instagram handle',
        howHeard: 'Tell us how you heard about us',
        whyJoin: 'Tell us why you want to join',
      },
    },
    rules,
    payload: (values) => ({ type: 'affiliate_application', programme, ...values }),
    labels: {
      programme: 'Program',
      fullName: 'Full name',
      email: 'Email',
      phone: 'Phone',
      city: 'City and state',
      instagram: 'Instagram handle',
      howHeard: 'How they heard about us',
      whyJoin: 'Why they want to join',
      shareOnSocial: 'Will post about taking part',
    },
    correctable: ['fullName', 'phone', 'city', 'instagram', 'howHeard', 'whyJoin'],
    counted: { city: 'city' },
  })
}

/** The affiliate application, one form for each program. The leads of each program are listed separately. */
export const affiliateApplications: ReadonlyMap<string, LeadForm> = new Map(
  ['regular', 'creator', 'challenge'].map((programme) => [programme, application(programme)]),
)
