import type { Inventor, LabeledReferral } from './people.ts'

/** Adds a person and returns the key. */
export type Add = (person: Omit<LabeledReferral, 'key'>) => number

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Adds honest referrals, each kind with its own links, from a start time. */
export function addHonest(invent: Inventor, add: Add, start: number, size: number): void {
  const { between, chance, person, nameOf, mailboxOf, publicDomain, network, around, below } =
    invent
  const confirmed = (appliedAt: number, share: number, median: number) =>
    chance(share) ? { confirmedAt: appliedAt + 15_000 + around(median, 1.3) } : {}
  const root = (at: number) => {
    const who = person()
    return {
      who,
      key: add({
        ...{ kind: 'root', isFraud: false, name: nameOf(who), network: network() },
        email: `${mailboxOf(who)}.${below(1e6)}@${publicDomain()}`,
        ...{ appliedAt: at - day, confirmedAt: at - day + minute },
      }),
    }
  }
  const join = (
    kind: string,
    referrer: number,
    appliedAt: number,
    rest: Partial<LabeledReferral> & { who?: ReturnType<typeof person> } = {},
    [share, median]: readonly [number, number] = [0.65, 5 * minute],
  ) => {
    const { who = person(), ...values } = rest
    return add({
      ...{ kind, isFraud: false, referrer, name: nameOf(who), network: network(), appliedAt },
      email: `${mailboxOf(who)}@${chance(0.07) ? privateDomain() : publicDomain()}`,
      ...confirmed(appliedAt, share, median),
      ...values,
    })
  }
  const privateDomain = () =>
    `${invent.letters(between(5, 12))}.${invent.pick(['com', 'org', 'de'])}`
  const anyTime = () => start + below(6 * day)

  function friends() {
    const at = anyTime()
    const { key } = root(at)
    for (let i = between(1, 8); i > 0; i--) join('friends', key, at + below(2 * day))
  }

  /** One person helps the others at home, sometimes one after another, on one network. */
  function family() {
    const at = anyTime()
    const { key, who } = root(at)
    const home = network()
    const used = new Set([who.first])
    let time = at
    let parent = key
    for (let i = between(2, 7); i > 0; i--) {
      time += around(4 * minute, 0.8)
      let { first } = person()
      // Few families use a first name twice.
      while (used.has(first) && chance(0.97)) first = person().first
      used.add(first)
      const member = { first, last: who.last }
      const next = join('family', parent, time, { who: member, network: home }, [0.85, 2 * minute])
      if (chance(0.2)) parent = next
    }
  }

  /** People join together in a mosque, or colleagues at a company, on one network. */
  function evening() {
    const at = anyTime()
    const { key } = root(at)
    const [shared, isCompany] = [network(), chance(0.4)]
    const domain = privateDomain()
    const referrers = [key]
    for (let i = between(10, 20); i > 0; i--) {
      const who = person()
      const company = { email: `${invent.latin(who.first)}.${invent.latin(who.last)}@${domain}` }
      const on = chance(0.85) ? { network: shared } : {}
      const time = at + below(2.5 * hour)
      const referrer = chance(0.8) ? key : invent.pick(referrers)
      const values = { who, ...on, ...(isCompany && chance(0.8) && company) }
      referrers.push(join('evening', referrer, time, values, [0.75, 2.5 * minute]))
    }
  }

  /** A post brings hundreds of people in an hour. Some mobile networks are shared. */
  function influencer() {
    const at = anyTime()
    const { key } = root(at)
    const carriers = Array.from({ length: 25 }, network)
    for (let i = 300; i > 0; i--) {
      const on = chance(0.2) ? { network: invent.pick(carriers) } : {}
      join('influencer', key, at + hour * invent.random() ** 1.5, on)
    }
  }

  /** People whose own addresses have a tag. */
  function tagged() {
    const at = anyTime()
    const { key } = root(at)
    for (let i = between(1, 4); i > 0; i--) {
      const who = person()
      const email = `${mailboxOf(who)}+${invent.pick(['halvi', 'news', 'x'])}@${privateDomain()}`
      join('tagged addresses', key, at + below(day), { who, email })
    }
  }

  /** Friends with names that many people have. */
  function commonNames() {
    const at = anyTime()
    const { key } = root(at)
    for (let i = between(2, 6); i > 0; i--) {
      const who = { first: invent.pick(['Mohammed', 'Ahmed', 'Fatima']), last: person().last }
      join('common names', key, at + below(day), { who })
    }
  }

  for (let i = 0; i < size; i++) {
    for (const make of [friends, friends, friends, friends, family, family, tagged, commonNames])
      make()
    if (i % 2 === 0) evening()
    if (i % 12 === 0) influencer()
  }
}
