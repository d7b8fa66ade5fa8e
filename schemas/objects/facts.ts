import { defineField, defineType } from '@sanity/types'

const insertedFrom = (place: string) =>
  `Shows what is written under ${place}. Change it there, and every text follows.`

/** A branch's commission inside a text: 'Local' reads as '5-10%'. */
export const commissionRange = defineType({
  name: 'commissionRange',
  title: 'Commission of a branch',
  type: 'object',
  description: insertedFrom('Commissions'),
  fields: [
    defineField({
      name: 'branch',
      title: 'Branch',
      type: 'reference',
      to: [{ type: 'branch' }],
      options: { disableNew: true },
      validation: (rule) => rule.required().error('Choose the branch.'),
    }),
  ],
  preview: {
    select: { name: 'branch.name', low: 'branch.commission.low', high: 'branch.commission.high' },
    prepare: ({ name, low, high }) => ({
      title: low === undefined ? `${name}: no public range` : `${low}-${high}%`,
      subtitle: name,
    }),
  },
})

const figures = [
  { title: 'Commission', value: 'rate' },
  { title: 'Months at this commission', value: 'rateMonths' },
  { title: 'Orders per business at most', value: 'orderLimit' },
  { title: 'Followers at least', value: 'minimumFollowers' },
  { title: 'Participants', value: 'participants' },
  { title: 'Days', value: 'days' },
  { title: 'Start', value: 'startsAt' },
  { title: 'Title of the winner', value: 'winnerTitle' },
]

/** A figure as it is read, such as 20% or 40,000; without a value, what it is called. */
function figureText(fact: string | undefined, values: Record<string, unknown>): string | undefined {
  const value = values[fact ?? '']
  if (value == null) return figures.find((figure) => figure.value === fact)?.title
  if (fact === 'rate') return `${value}%`
  if (fact !== 'startsAt')
    return typeof value === 'number' ? value.toLocaleString('en-US') : String(value)
  return new Date(String(value)).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' })
}

/** One figure of an affiliate programme inside a text. */
export const programmeFact = defineType({
  name: 'programmeFact',
  title: 'Figure of an affiliate programme',
  type: 'object',
  description: insertedFrom('Affiliate programmes'),
  fields: [
    defineField({
      name: 'programme',
      title: 'Programme',
      type: 'reference',
      to: [{ type: 'affiliateProgramme' }],
      options: { disableNew: true },
      validation: (rule) => rule.required().error('Choose the programme.'),
    }),
    defineField({
      name: 'fact',
      title: 'Figure',
      type: 'string',
      options: {
        list: figures,
      },
      validation: (rule) => rule.required().error('Choose the figure.'),
    }),
  ],
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
    prepare: ({ fact, name, challenge, ...figures }) => ({
      title: figureText(fact, { ...challenge, ...figures }),
      subtitle: name,
    }),
  },
})

/** The sentence about a date that is true at the time. */
export const datedSentence = defineType({
  name: 'datedSentence',
  title: 'Sentence about a date',
  type: 'object',
  description: 'Changes by itself when the date has come. Its words stand beside the date.',
  fields: [
    defineField({
      name: 'about',
      title: 'Date',
      type: 'string',
      options: {
        list: [
          { title: 'Launch', value: 'launch' },
          { title: 'Pre-launch offer', value: 'offer' },
          { title: 'Challenge', value: 'challenge' },
        ],
      },
      validation: (rule) => rule.required().error('Choose the date.'),
    }),
  ],
  preview: {
    select: { about: 'about' },
    prepare: ({ about }) => ({ title: `Sentence about the ${about ?? 'date'}` }),
  },
})

/** One fact of the site settings inside a text. */
export const siteFact = defineType({
  name: 'siteFact',
  title: 'Fact from the site settings',
  type: 'object',
  description: insertedFrom('Settings'),
  fields: [
    defineField({
      name: 'fact',
      title: 'Fact',
      type: 'string',
      options: {
        list: [
          { title: 'Launch month', value: 'launchMonth' },
          { title: 'First place of launch', value: 'launchPlace' },
          { title: 'Last day of the pre-launch offer', value: 'offerDeadline' },
          { title: 'Pre-launch offer', value: 'offerBenefit' },
          { title: 'Smallest payout', value: 'payoutMinimum' },
          { title: 'How often we pay out', value: 'payoutSchedule' },
          { title: 'How we pay out', value: 'payoutMethods' },
          { title: 'Time to review an application', value: 'reviewTime' },
          { title: 'Time to answer a message', value: 'responseTime' },
          { title: 'Support e-mail', value: 'email' },
          { title: 'Phone', value: 'phone' },
        ],
      },
      validation: (rule) => rule.required().error('Choose the fact.'),
    }),
  ],
  preview: { select: { title: 'fact' } },
})
