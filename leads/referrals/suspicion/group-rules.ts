import {
  atOnceMs,
  confirmedAtOnce,
  fullNameOf,
  groupBy,
  isUnrelatedToName,
  mailboxOf,
  type Person,
  partsOf,
} from './person.ts'

/** A reason to withhold the credits of several people who were brought within a day. */
interface GroupRule {
  reason: string
  /** Returns the people whose credit is withheld, of people sorted by time. */
  find: (people: readonly Person[]) => readonly Person[]
}

/** Domains of providers at which anyone can open a mailbox. */
const publicProvider =
  /^(gmail|googlemail|yahoo|ymail|rocketmail|outlook|hotmail|live|msn|icloud|me|mac|aol|proton|protonmail|pm|gmx|web|mail|zoho|yandex|fastmail|tutanota|tuta|hey|qq|163|126|t-online|orange|free|laposte|libero|comcast|verizon|att|sbcglobal|btinternet|sky)\.[a-z.]+$/

/** Returns the groups of at least `size` people with the same key. */
const groupsOf = (
  people: readonly Person[],
  size: number,
  keyOf: (person: Person) => string | null | undefined,
): Person[][] => [...groupBy(people, keyOf).values()].filter(({ length }) => length >= size)

/** Returns whether most addresses in a group do not contain their owners' names. */
const areUnrelatedToNames = (group: readonly Person[]): boolean =>
  group.filter(isUnrelatedToName).length >= group.length * 0.75

/** Returns the letters of a mailbox's name. Members of a series, such as amina1 and amina2, share them. */
const lettersOf = (person: Person) => partsOf(person).local.replace(/[^\p{L}]/gu, '')
const numberIn = (person: Person) => Number(/\d+/.exec(partsOf(person).local)?.[0] ?? Number.NaN)

/** Returns the people in runs of `size` close numbers, such as 1, 2, 4, and 5. */
function closeNumbers(group: readonly Person[], size: number): Person[] {
  const sorted = group
    .filter((person) => Number.isFinite(numberIn(person)))
    .toSorted((a, b) => numberIn(a) - numberIn(b))
  const runs = sorted.map((_, at) => sorted.slice(at, at + size))
  return runs
    .filter((run) => {
      const [first, last] = [run[0], run.at(-1)]
      return run.length === size && first && last && numberIn(last) - numberIn(first) <= 1.5 * size
    })
    .flat()
}

/** Returns the matching people among those who applied one after another, where `least` of `size` match. */
function runsOf(
  people: readonly Person[],
  [least, size]: readonly [number, number],
  matches: (person: Person) => boolean,
): Person[] {
  const marked = people.map((person) => ({ person, isMatch: matches(person) }))
  return marked
    .map((_, at) => marked.slice(at, at + size).filter(({ isMatch }) => isMatch))
    .filter((run) => run.length >= least)
    .flatMap((run) => run.map(({ person }) => person))
}

/** Returns people without those who applied so recently that they may still confirm at once. */
function withoutRecent(people: readonly Person[]): Person[] {
  const times = people.map(({ confirmed_at }) => confirmed_at ?? '')
  const latest = Date.parse(times.reduce((one, other) => (one > other ? one : other), ''))
  return people.filter(
    ({ created_at, confirmed_at }) => confirmed_at || Date.parse(created_at) < latest - atOnceMs,
  )
}

const nameOnNetwork = (person: Person) => {
  const name = fullNameOf(person)
  return name && person.network && `${name} ${person.network}`
}

/** The rules about people whom one person, or that person's referrers, brought within a day. */
export const groupRules: readonly GroupRule[] = [
  {
    reason: 'several addresses of one mailbox',
    find: (people) =>
      // One person may apply twice. From three, even the first is not trusted.
      groupsOf(people, 2, mailboxOf).flatMap((group) =>
        group.length > 2 ? group : group.slice(1),
      ),
  },
  {
    reason: 'a series of at least 4 numbered addresses',
    find: (people) => groupsOf(people, 4, lettersOf).flatMap((group) => closeNumbers(group, 4)),
  },
  {
    reason: 'the same full name several times',
    find: (people) => [
      ...groupsOf(people, 5, fullNameOf).flat(),
      ...groupsOf(people, 3, nameOnNetwork).flat(),
    ],
  },
  {
    reason: 'at least 4 addresses at one private domain, most without their owners’ names',
    find: (people) =>
      groupsOf(people, 4, (person) => {
        const { domain } = partsOf(person)
        return publicProvider.test(domain) ? undefined : domain
      })
        .filter(areUnrelatedToNames)
        .flat(),
  },
  {
    // More than most families.
    reason: 'at least 8 people on one network, most addresses without their owners’ names',
    find: (people) =>
      groupsOf(people, 8, ({ network }) => network)
        .filter(areUnrelatedToNames)
        .flat(),
  },
  {
    reason: 'more than 25 people on one network in a day',
    find: (people) => groupsOf(people, 26, ({ network }) => network).flat(),
  },
  {
    reason: '8 of 10 people in a row confirmed within 90 seconds',
    find: (people) => runsOf(withoutRecent(people), [8, 10], confirmedAtOnce),
  },
  {
    reason: '12 of 14 people in a row have addresses without their names',
    find: (people) => runsOf(people, [12, 14], isUnrelatedToName),
  },
  {
    // Enough for a popular post.
    reason: 'more than 500 confirmations in an hour',
    find: (people) =>
      groupsOf(people, 501, ({ confirmed_at }) => confirmed_at?.slice(0, 13)).flat(),
  },
]
