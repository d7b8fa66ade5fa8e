import { affiliateApplications } from 'halvi-leads/forms/affiliate'
import { businessTypeOptions } from 'halvi-leads/forms/business-types'
import { contact } from 'halvi-leads/forms/contact'
import type { LeadForm } from 'halvi-leads/forms/form'
import { onboarding, sellScopeOptions, serviceOptions } from 'halvi-leads/forms/onboarding'
import { payloadOf } from 'halvi-leads/forms/testing/form-values'
import { interestOptions, waitlist } from 'halvi-leads/forms/waitlist'
import { fingerprint, leadId } from '../../packages/leads/lead.ts'
import { randomFrom } from '../../packages/leads/staff/testing/random-leads.ts'
import type { NewLeadRow } from '../../packages/leads/store/database/tables.ts'

/** Returns random numbers from 0 to 1, in the same sequence in each run. */
export const random = randomFrom(20_251_122)

const pick = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)] as T
/** Picks an item, and the first ones most often, like the distribution of words and cities. */
const pickFirst = <T>(of: readonly T[]) => of[Math.floor(of.length * random() ** 3)] as T
/** Returns some values, at least one, because the form requires a service. */
const some = (options: readonly { value: string }[]) => {
  const values = options.filter(() => random() < 0.35).map(({ value }) => value)
  return values.length > 0 ? values : [pick(options).value]
}

const names = (text: string) => text.split(' ')
const firstNames = names(
  'Amina Bilal Maryam Yusuf Fatima Omar Khadija Ibrahim Zaynab Ali Hassan Aisha Idris Noor Layla Hamza Salma Tariq Huda Karim Sara Nadia Rashid Samir Leila Mustafa Iman Jamal Rania Faisal',
)
const lastNames = names(
  'Rahman Khan Ahmed Hussein Malik Siddiqui Farooq Haddad Mansour Qureshi Aziz Saleh Nasser Hashimi Chaudhry Abdi Warsame Diallo Traore Yilmaz Demir Kaya Begum Chowdhury Patel Sheikh Mirza Osman Hakimi Sultan',
)
const words = Array.from({ length: 5_000 }, (_, index) => {
  let word = ''
  for (let rest = index * 7919 + 13, part = 0; part < 3 + (index % 5); part++) {
    word += 'bcdfghklmnrstz'.charAt(rest % 14) + 'aeiou'.charAt((rest >> 4) % 5)
    rest = (Math.imul(rest, 1_103_515_245) + 12_345) >>> 1
  }
  return word
})
const sentence = (length: number) => Array.from({ length }, () => pickFirst(words)).join(' ')
const cities = words.slice(100, 300).map((word, index) => {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}, ${names('MI NY TX CA IL')[index % 5]}`
})
const sources = names('instagram google facebook tiktok newsletter t.co youtube bing.com partner')
const domains = ['gmail.com', 'yahoo.com', 'outlook.com', 'example.com']

/** Returns the text of a note, as staff might write it. */
export const noteText = () => `Called ${pick(firstNames)}, ${sentence(12)}`

/** Returns the lead with a number out of `total` leads, which are distributed over one year. */
export function benchLead(index: number, total: number): NewLeadRow {
  const at = Date.UTC(2024, 10, 22) + Math.floor((365 * 86_400_000 * index) / total)
  const [first, last] = [pick(firstNames), pick(lastNames)]
  const name = `${first} ${last}`
  const email = `${first}.${last}${Math.floor(random() * 9_999)}@${pick(domains)}`.toLowerCase()
  const form = randomForm()
  const payload = payloadOf(form, entered(index, name, email))
  const isDelivered = form.delivered
  const roll = random()
  const status =
    roll < 0.7 ? 'new' : roll < 0.85 ? 'contacted' : roll < 0.95 ? 'accepted' : 'declined'
  const isLate = random() < 0.02
  const deliveredAt =
    isDelivered && !isLate ? new Date(at + random() ** 6 * 1e8).toISOString() : null
  const season = pick(['spring', 'summer', 'autumn', 'winter'])
  return {
    id: leadId(at),
    form: form.name,
    payload: JSON.stringify(payload),
    fingerprint: fingerprint({ form: form.name, payload: { ...payload, index: String(index) } }),
    spam: random() < 0.03 ? 1 : 0,
    state: deliveredAt ? 'delivered' : isDelivered ? 'exhausted' : 'stored',
    attempts: 0,
    next_attempt_at: null,
    lease_owner: null,
    lease_until: null,
    last_error: null,
    created_at: new Date(at).toISOString(),
    delivered_at: deliveredAt,
    status,
    owner: random() < 0.2 ? `person-${Math.floor(random() * 5)}` : null,
    language: random() < 0.2 ? pick(['ar', 'ar', 'es']) : 'en',
    contacted_at: status === 'new' ? null : new Date(at + 86_400_000).toISOString(),
    first_touch: JSON.stringify({
      source: random() < 0.6 ? pickFirst(sources) : '',
      campaign: random() < 0.5 ? `${season}-${Math.floor(at / 86_400_000 / 30)}` : '',
    }),
  }
}

function randomForm(): LeadForm {
  const roll = random()
  if (roll < 0.6) return waitlist
  if (roll < 0.75) return onboarding
  return roll < 0.9 ? contact : pick([...affiliateApplications.values()])
}

/** Returns values for the fields of all forms. */
function entered(index: number, name: string, email: string) {
  const city = pickFirst(cities)
  return {
    ...{ name, full_name: name, fullName: name, email, phone: phone() },
    ...{ social_handle: `@lead${index}`, instagram: `@lead${index}`, city_state: city, city },
    ...{ interests: some(interestOptions), custom_interest: random() < 0.3 ? sentence(8) : '' },
    ...{ business_name: sentence(2), address: `${index % 999} ${pick(words)} St` },
    ...{ business_type: pick(businessTypeOptions).value, custom_business_type: 'Bakery' },
    ...{ sell_scope: pick(sellScopeOptions).value, website_profile: `lead${index}.example` },
    ...{ business_description: sentence(20), services_offered: some(serviceOptions) },
    ...{ agreement_accepted: 'on', subject: sentence(4), message: sentence(40) },
    ...{ howHeard: sentence(5), whyJoin: sentence(25), shareOnSocial: random() < 0.5 ? 'on' : '' },
  }
}

function phone(): string {
  const digits = String(Math.floor(2e9 + random() * 8e9))
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)]
  return pick([
    `+1 ${digits}`,
    `(${area}) ${exchange}-${line}`,
    `${area}-${exchange}-${line}`,
    digits,
  ])
}
