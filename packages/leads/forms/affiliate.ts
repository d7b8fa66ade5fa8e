import * as z from 'zod'
import { checkbox, defineForm, emailAddress, type LeadForm, labelsOf, text } from './form.ts'
import { programs } from './programs.ts'
import { formWords } from './words.ts'

const words = formWords.affiliate

const rules = z.object({
  fullName: text(200),
  email: emailAddress(),
  phone: text(50),
  city: text(200),
  instagram: text(200),
  howHeard: text(1000),
  whyJoin: text(5000),
  shareOnSocial: checkbox(),
})

function application(program: string): LeadForm {
  return defineForm({
    name: `affiliate-${program}`,
    delivered: false,
    confirmation: `/affiliate/apply/${program}/submitted`,
    required: {
      message: 'required',
      fields: {
        fullName: 'fullNameMissing',
        email: 'emailMissing',
        phone: 'phoneMissing',
        city: 'cityMissing',
        instagram: 'instagramMissing',
        howHeard: 'howHeardMissing',
        whyJoin: 'whyJoinMissing',
      },
    },
    rules,
    payload: (values) => ({ type: 'affiliate_application', program, ...values }),
    labels: {
      program: 'Program',
      ...labelsOf(words, ['fullName', 'email', 'phone', 'city', 'instagram']),
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
  programs.map((program) => [program, application(program)]),
)
