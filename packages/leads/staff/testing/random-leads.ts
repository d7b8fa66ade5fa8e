import type { Option } from '../../form-description.ts'
import { fingerprint, leadId } from '../../lead.ts'
import type { NewLeadRow } from '../../store/database/tables.ts'
import { payloadOf, testForms } from '../../testing/test-forms.ts'

/** Returns a generator of numbers from 0 (inclusive) to 1 (exclusive), with the same sequence for the same seed. */
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
const mailboxes = 'Amina bilal Maryam yusuf fatima omar Zaynab'.split(' ')
const words = 'halal food truck near the masjid café ① groceries اللحم 食品 100% C++ 🌙'.split(' ')
const campaigns = ['', '', 'spring', 'Spring', 'ramadan & eid', 'a'.repeat(300)]

/** Returns a random lead that arrived at a random time of a year. */
export function randomLead(random: () => number): NewLeadRow {
  const pick = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)] as T
  const form = pick(testForms)
  const text = () => Array.from({ length: 6 }, () => pick(words)).join(' ')
  /** Returns labels of some options, at least one. */
  const some = (options: readonly Option[] = []) => {
    const labels = options.filter(() => random() < 0.3).map(({ label }) => label)
    return (labels.length > 0 ? labels : options.slice(0, 1).map(({ label }) => label)).join(', ')
  }
  const { interests, services, businessTypes } = form.counted ?? {}
  const at = Date.UTC(2025, 0, 1) + Math.floor(random() * 365 * 86_400_000)
  const name = `${pick(firstNames)} ${pick(lastNames)}`
  const city = pick(['Dearborn, MI', ' dearborn ,mi', 'New York, NY'])
  const payload = payloadOf(form, {
    ...{ name, full_name: name, fullName: name },
    email: `${pick(mailboxes)}.${Math.floor(random() * 1e6)}@${pick(['example.com', 'Mail.example'])}`,
    ...{ phone: '+1 214 555 0142', city_state: city, city, instagram: '@lead' },
    ...{ interests: some(interests?.options), custom_interest: text() },
    business_name: text(),
    business_type: pick([
      ...(businessTypes?.options ?? []).map(({ value }) => value),
      'Bakery',
      '',
    ]),
    ...{ sell_scope: pick(['locally', 'both']), website_profile: 'https://lead.example' },
    ...{ business_description: text(), services_offered: some(services?.options) },
    ...{ agreement_accepted: true, shareOnSocial: pick([true, false]) },
    ...{ subject: text(), message: text(), howHeard: text(), whyJoin: text() },
  })
  const isDelivered = random() < 0.4
  const source = pick(['', 'instagram', 'google', 't.co'])
  return {
    id: leadId(at),
    form: form.name,
    payload: JSON.stringify(payload),
    fingerprint: fingerprint({ form: form.name, payload: { ...payload, at: String(at) } }),
    spam: random() < 0.1 ? 1 : 0,
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
    language: pick(['en', 'en', 'ar', 'es']),
    first_touch:
      random() < 0.5
        ? JSON.stringify({ source, campaign: pick(campaigns), referrer: 'q.example' })
        : null,
  }
}
