import { businessTypeOptions, serviceOptions } from '../../forms/onboarding.ts'
import { interestOptions } from '../../forms/waitlist.ts'
import { fingerprint, leadId } from '../../lead.ts'
import type { NewLeadRow } from '../../store/database/tables.ts'

/** A number from 0 up to 1; the same row of them for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const firstNames =
  'Amina Bilal Maryam Yusuf Fāṭima Omar Khadija İbrahim Zaynab Ali Élise محمد'.split(' ')
const lastNames = 'Rahman Khan Ahmed Hussein Malik Siddiqui Yılmaz Nguyễn Ó’Brien'.split(' ')
const words = 'halal food truck near the masjid café ① groceries اللحم 食品 100% C++ 🌙'.split(' ')
const campaigns = ['', '', 'spring', 'Spring', 'ramadan & eid', 'a'.repeat(300)]
const forms = ['waitlist', 'onboarding', 'contact', 'affiliate-regular']

/** A lead as it may have come, some time in a year. */
export function randomLead(random: () => number): NewLeadRow {
  const pick = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)] as T
  const some = (of: readonly { label: string }[]) =>
    of.filter(() => random() < 0.3).map(({ label }) => label)
  const at = Date.UTC(2025, 0, 1) + Math.floor(random() * 365 * 86_400_000)
  const form = pick(forms)
  const person = `${pick(firstNames)} ${pick(lastNames)}`
  const email = `${pick(firstNames)}.${Math.floor(random() * 1e6)}@${pick(['example.com', 'Mail.example'])}`
  const text = Array.from({ length: 6 }, () => pick(words)).join(' ')
  const payload: Record<string, string | boolean> =
    form === 'waitlist'
      ? { name: person, email, interests: some(interestOptions).join(', '), custom_interest: text }
      : form === 'onboarding'
        ? {
            full_name: person,
            email,
            business_type: pick([...businessTypeOptions, { label: 'Bakery' }]).label,
            city_state: pick(['Dearborn, MI', ' dearborn ,mi', 'New York, NY']),
            services_offered: some(serviceOptions).join(', '),
            agreement_accepted: true,
          }
        : { name: person, email, message: text }
  const spam = random() < 0.1
  const isDelivered = random() < 0.4
  const source = pick(['', 'instagram', 'google', 't.co'])
  return {
    id: leadId(at),
    form,
    payload: JSON.stringify(payload),
    fingerprint: fingerprint({ form, payload: { ...payload, at: String(at) } }),
    spam: spam ? 1 : 0,
    state: isDelivered ? 'delivered' : pick(['stored', 'pending', 'exhausted'] as const),
    attempts: 0,
    next_attempt_at: null,
    lease_owner: null,
    lease_until: null,
    last_error: null,
    created_at: new Date(at).toISOString(),
    delivered_at: isDelivered ? new Date(at + Math.floor(random() ** 4 * 1e8)).toISOString() : null,
    status: pick(['new', 'new', 'contacted', 'accepted', 'declined']),
    owner: pick([null, null, 'p1', 'p2']),
    first_touch:
      random() < 0.5
        ? JSON.stringify({ source, campaign: pick(campaigns), referrer: 'q.example' })
        : null,
  }
}
