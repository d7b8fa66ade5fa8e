import { groupRules } from './group-rules.ts'
import { confirmedAtOnce, fullNameOf, mailboxOf, type Person, partsOf } from './person.ts'

/** The evidence about a referral. */
interface Evidence {
  person: Person
  /** The person's referrer, the referrer's referrer, and so on. */
  referrers: readonly Person[]
  /** People brought by any of the referrers within a day of the person, including the person, by time. */
  related: readonly Person[]
  /** Whether the person gave the referrer's phone number. */
  hasReferrersPhone: boolean
  /** Whether a mail domain belongs to a service for disposable addresses. */
  isDisposable: (domain: string) => boolean
}

/** A reason to withhold credit. */
export interface Rule {
  /** Shown to staff. */
  reason: string
  /** Returns the people whose credit is withheld. */
  find: (evidence: Evidence) => readonly Person[]
}

/** Returns a rule about one person. */
const ownRule = (reason: string, applies: (evidence: Evidence) => boolean): Rule => ({
  reason,
  find: (evidence) => (applies(evidence) ? [evidence.person] : []),
})

/** Number of people who referred one another, from which their credits are withheld. */
const chainLength = 5

/** Returns a rule about people who referred one another. */
const chainRule = (how: string, matches: (one: Person, person: Person) => boolean): Rule => ({
  reason: `${chainLength} people who referred one another ${how}`,
  find({ person, referrers }) {
    const chain = [person, ...referrers].slice(0, chainLength)
    return chain.length === chainLength && chain.every((one) => matches(one, person)) ? chain : []
  },
})

/** Length from which the name of a mailbox is unlikely to belong to two people, with digits and without. */
const distinctive = /^(?=.*\d).{6,}$|^.{10,}$/

/** The rules. They withhold credit, never an application, and staff decide. */
export const rules: readonly Rule[] = [
  ownRule('disposable address', ({ person, isDisposable }) => isDisposable(partsOf(person).domain)),
  ownRule('same mailbox as the referrer', ({ person, referrers }) =>
    referrers.some(
      (referrer) =>
        mailboxOf(referrer) === mailboxOf(person) ||
        (partsOf(referrer).local === partsOf(person).local &&
          distinctive.test(partsOf(person).local)),
    ),
  ),
  ownRule('same name as the referrer', ({ person, referrers }) => {
    const name = fullNameOf(person)
    return name !== undefined && referrers.some((referrer) => fullNameOf(referrer) === name)
  }),
  ownRule('same phone number as the referrer', ({ hasReferrersPhone }) => hasReferrersPhone),
  chainRule('on one network', (one, { network }) => network !== null && one.network === network),
  chainRule('and confirmed within 90 seconds', confirmedAtOnce),
  ...groupRules.map(({ reason, find }) => ({
    reason,
    find: ({ related }: Evidence) => find(related),
  })),
]
