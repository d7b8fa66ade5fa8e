import { choice, object } from '../fields/field.ts'
import { reference } from '../fields/list.ts'

const insertedFrom = (place: string) =>
  `Inserts a value from ${place}. If you change it there, every page updates.`

const choices = (titles: Readonly<Record<string, string>>) =>
  Object.entries(titles).map(([value, title]) => ({ title, value }))

/** A branch's commission inserted in a text. For Local, visitors see '5-10%'. */
export const commissionRange = object(
  'commissionRange',
  'Service commission',
  [
    reference('branch', 'Service', 'branch', {
      options: { disableNew: true },
      required: 'Choose a service.',
    }),
  ],
  {
    description: insertedFrom('Commissions'),
    preview: {
      select: { name: 'branch.name', low: 'branch.commission.low', high: 'branch.commission.high' },
      prepare: ({ name, low, high }: Record<string, unknown>) => ({
        title: low === undefined ? `${name}: no public range` : `${low}-${high}%`,
        subtitle: name,
      }),
    },
  },
)

const programFacts: Readonly<Record<string, string>> = {
  rate: 'Commission',
  rateMonths: 'Months at this commission',
  orderLimit: 'Maximum orders per business',
  minimumFollowers: 'Minimum followers',
  participants: 'Participants',
  days: 'Days',
  startsAt: 'Start',
  winnerTitle: 'Winner’s title',
}

/** The words after a counted fact. The document *Words* has one for each language, which agrees with the number. */
const units: Readonly<Record<string, string>> = {
  participantCount: 'participants',
  spotCount: 'spots',
  dayCount: 'days',
  monthCount: 'months',
  orderCount: 'orders',
  followerCount: 'followers',
}

/** Returns a fact's value as text, such as 20% or 40,000, or its name if it has no value. */
function factText(fact: string, values: Record<string, unknown>): string | undefined {
  const value = values[fact]
  if (value == null) return programFacts[fact]
  if (fact === 'rate') return `${value}%`
  if (fact !== 'startsAt')
    return typeof value === 'number' ? value.toLocaleString('en-US') : String(value)
  return new Date(String(value)).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' })
}

/** A fact from an affiliate program, inserted in a text. */
export const programFact = object(
  'programFact',
  'Fact from an affiliate program',
  [
    reference('program', 'Program', 'affiliateProgram', {
      options: { disableNew: true },
      required: 'Choose a program.',
    }),
    choice('fact', 'Fact', choices(programFacts), { required: 'Choose a fact.' }),
    choice('unit', 'Word after the number', choices(units), {
      description:
        'Agrees with the number in every language: 1 day, 4 days. Change it under Words, Facts in texts.',
    }),
  ],
  {
    description: insertedFrom('Affiliate programs'),
    preview: {
      select: {
        fact: 'fact',
        unit: 'unit',
        name: 'program.name',
        rate: 'program.rate',
        rateMonths: 'program.rateMonths',
        orderLimit: 'program.orderLimit',
        minimumFollowers: 'program.minimumFollowers',
        challenge: 'program.challenge',
      },
      prepare: ({ fact, unit, name, challenge, ...values }: Record<string, unknown>) => ({
        title: [
          factText(String(fact ?? ''), { ...(challenge as object), ...values }),
          units[String(unit)],
        ]
          .filter(Boolean)
          .join(' '),
        subtitle: name,
      }),
    },
  },
)

/** A sentence about a date, inserted in a text. The site shows the sentence for the date's current state. */
export const datedSentence = object(
  'datedSentence',
  'Sentence about a date',
  [
    choice(
      'about',
      'Date',
      choices({ launch: 'Launch', offer: 'Pre-launch offer', challenge: 'Challenge' }),
      { required: 'Choose a date.' },
    ),
  ],
  {
    description:
      'Changes automatically when the date passes. You can edit the sentence next to the date.',
    preview: {
      select: { about: 'about' },
      prepare: ({ about }: { about?: string }) => ({
        title: `Sentence about the ${about ?? 'date'}`,
      }),
    },
  },
)

const siteFacts = choices({
  launchMonth: 'Launch month',
  launchPlace: 'First launch location',
  offerDeadline: 'Pre-launch offer deadline',
  offerBenefit: 'Pre-launch offer',
  payoutMinimum: 'Minimum payout',
  payoutSchedule: 'Payout schedule',
  payoutMethods: 'Payout methods',
  reviewTime: 'Application review time',
  responseTime: 'Response time',
  email: 'Support email',
  phone: 'Phone',
})

/** A fact from the site settings, inserted in a text. */
export const siteFact = object(
  'siteFact',
  'Fact from the site settings',
  [choice('fact', 'Fact', siteFacts, { required: 'Choose a fact.' })],
  { description: insertedFrom('Settings'), shown: { title: 'fact' } },
)
