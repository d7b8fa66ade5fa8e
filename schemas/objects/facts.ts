import { choice, object } from '../fields/field.ts'
import { reference } from '../fields/list.ts'

const insertedFrom = (place: string) =>
  `Shows what is written under ${place}. Change it there, and every text follows.`

const choices = (titles: Readonly<Record<string, string>>) =>
  Object.entries(titles).map(([value, title]) => ({ title, value }))

/** A branch's commission inside a text: 'Local' reads as '5-10%'. */
export const commissionRange = object(
  'commissionRange',
  'Commission of a branch',
  [
    reference('branch', 'Branch', 'branch', {
      options: { disableNew: true },
      required: 'Choose the branch.',
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

const programmeFacts: Readonly<Record<string, string>> = {
  rate: 'Commission',
  rateMonths: 'Months at this commission',
  orderLimit: 'Orders per business at most',
  minimumFollowers: 'Followers at least',
  participants: 'Participants',
  days: 'Days',
  startsAt: 'Start',
  winnerTitle: 'Title of the winner',
}

/** Returns a fact as it is read, such as 20% or 40,000; without a value, what it is called. */
function factText(fact: string, values: Record<string, unknown>): string | undefined {
  const value = values[fact]
  if (value == null) return programmeFacts[fact]
  if (fact === 'rate') return `${value}%`
  if (fact !== 'startsAt')
    return typeof value === 'number' ? value.toLocaleString('en-US') : String(value)
  return new Date(String(value)).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' })
}

/** One fact of an affiliate program inside a text. */
export const programmeFact = object(
  'programmeFact',
  'Figure of an affiliate programme',
  [
    reference('programme', 'Programme', 'affiliateProgramme', {
      options: { disableNew: true },
      required: 'Choose the programme.',
    }),
    choice('fact', 'Figure', choices(programmeFacts), { required: 'Choose the figure.' }),
  ],
  {
    description: insertedFrom('Affiliate programmes'),
    preview: {
      select: {
        fact: 'fact',
        name: 'programme.name',
        rate: 'programme.rate',
        rateMonths: 'programme.rateMonths',
        orderLimit: 'programme.orderLimit',
        minimumFollowers: 'programme.minimumFollowers',
        challenge: 'programme.challenge',
      },
      prepare: ({ fact, name, challenge, ...values }: Record<string, unknown>) => ({
        title: factText(String(fact ?? ''), { ...(challenge as object), ...values }),
        subtitle: name,
      }),
    },
  },
)

/** The sentence about a date that is true at the time. */
export const datedSentence = object(
  'datedSentence',
  'Sentence about a date',
  [
    choice(
      'about',
      'Date',
      choices({ launch: 'Launch', offer: 'Pre-launch offer', challenge: 'Challenge' }),
      { required: 'Choose the date.' },
    ),
  ],
  {
    description: 'Changes by itself when the date has come. Its words stand beside the date.',
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
  launchPlace: 'First place of launch',
  offerDeadline: 'Last day of the pre-launch offer',
  offerBenefit: 'Pre-launch offer',
  payoutMinimum: 'Smallest payout',
  payoutSchedule: 'How often we pay out',
  payoutMethods: 'How we pay out',
  reviewTime: 'Time to review an application',
  responseTime: 'Time to answer a message',
  email: 'Support e-mail',
  phone: 'Phone',
})

/** One fact of the site settings inside a text. */
export const siteFact = object(
  'siteFact',
  'Fact from the site settings',
  [choice('fact', 'Fact', siteFacts, { required: 'Choose the fact.' })],
  { description: insertedFrom('Settings'), shown: { title: 'fact' } },
)
