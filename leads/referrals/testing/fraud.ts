import type { Add } from './honest.ts'
import type { Inventor, LabeledReferral } from './people.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Domains for disposable addresses. The last two are too new for lists. */
const disposable =
  'mailinator.com guerrillamail.com yopmail.com 1secmail.com temp-mail.org sharklasers.com maildrop.cc moakt.com dispostable.com trashmail.com mytemp.example newmail.example'.split(
    ' ',
  )

/** Adds false referrals: people who invent others to rise on the list. Some bring real friends too. */
export function addFraud(invent: Inventor, add: Add, start: number, size: number): void {
  const { between, chance, person, nameOf, mailboxOf, publicDomain, network, around } = invent
  const { below, letters, pick, latin } = invent

  const root = (at: number, email?: string) => {
    const who = person()
    const key = add({
      ...{ kind: 'root', isFraud: false, name: `${who.first} ${who.last}`, network: network() },
      email: email ?? `${mailboxOf(who)}.${below(1e6)}@${publicDomain()}`,
      ...{ appliedAt: at - day, confirmedAt: at - day + minute },
    })
    return { key, who, at }
  }
  /** Adds one invented person after another. Each has a few minutes' distance, and confirms quickly. */
  const campaign = (
    kind: string,
    { key, at }: { key: number; at: number },
    count: number,
    values: (index: number) => Pick<LabeledReferral, 'email'> & Partial<LabeledReferral>,
    { gap = 2.5 * minute, delay = 45_000, chained = false } = {},
  ) => {
    let time = at
    let referrer = key
    for (let i = 0; i < count; i++) {
      time += around(gap, 0.7)
      const confirmedAt = time + 10_000 + around(delay, 0.6)
      const added = add({
        ...{ kind, isFraud: true, referrer, name: nameOf(person()), network: network() },
        ...{ appliedAt: time, ...(chance(0.97) && { confirmedAt }) },
        ...values(i),
      })
      if (chained) {
        referrer = added
        time = Math.max(time, confirmedAt)
      }
    }
    if (chance(0.3)) friendsOf(key, at)
  }
  /** Real people whom a cheater brings. */
  const friendsOf = (referrer: number, at: number) => {
    for (let i = between(1, 4); i > 0; i--) {
      const who = person()
      const appliedAt = at + below(2 * day)
      add({
        ...{ kind: 'friends of a cheater', isFraud: false, referrer, name: nameOf(who) },
        ...{ email: `${mailboxOf(who)}@${publicDomain()}`, network: network(), appliedAt },
        ...(chance(0.65) && { confirmedAt: appliedAt + around(5 * minute, 1.3) }),
      })
    }
  }
  const anyTime = () => start + below(6 * day)
  const ownDomain = () => `${letters(between(5, 10))}.${pick(['com', 'net', 'xyz', 'me'])}`
  /** Mailboxes as people invent them for a farm. */
  const invented = () =>
    pick([
      () => letters(between(7, 12)),
      () => `${invent.nickname()}${letters(3)}${between(1, 999)}`,
      () => letters(between(8, 11), 'abcdefghijklmnopqrstuvwxyz0123456789'),
    ])()

  const kinds: Record<string, (kind: string) => void> = {
    aliases(kind) {
      const mailbox = `${letters(between(4, 9))}@${pick([ownDomain(), 'mailbox.org', 'posteo.de'])}`
      const [local, domain] = mailbox.split('@')
      const own = root(anyTime(), chance(0.5) ? mailbox : undefined)
      const tag = chance(0.5) ? () => letters(between(1, 6)) : (i: number) => String(i + 1)
      const home = chance(0.5) ? { network: network() } : {}
      campaign(kind, own, between(3, 40), (i) => ({
        email: `${local}+${tag(i)}@${domain}`,
        ...home,
      }))
    },
    'disposable addresses'(kind) {
      const one = pick(disposable)
      const domain = chance(0.5) ? () => one : () => pick(disposable)
      campaign(kind, root(anyTime()), between(3, 60), () => ({
        email: `${invented()}@${domain()}`,
      }))
    },
    series(kind) {
      const [stem, first] = [latin(person().first) + letters(between(0, 3)), between(1, 400)]
      const [one, step] = [publicDomain(), chance(0.8) ? 1 : 2]
      const domain = chance(0.7) ? () => one : publicDomain
      const home = chance(0.5) ? { network: network() } : {}
      campaign(kind, root(anyTime()), between(5, 60), (i) => ({
        ...{ email: `${stem}${first + i * step}@${domain()}`, ...home },
      }))
    },
    'rotating networks'(kind) {
      const domain = ownDomain()
      const address = chance(0.5)
        ? () => `${invented()}@${domain}`
        : () => `${invented()}@${publicDomain()}`
      const pace = { gap: pick([0.5, 2, 6]) * minute, delay: pick([20, 40, 70]) * 1000 }
      campaign(kind, root(anyTime()), between(15, 100), () => ({ email: address() }), pace)
    },
    'farm on one network'(kind) {
      const home = { network: network() }
      const isCareful = chance(0.3)
      campaign(kind, root(anyTime()), between(8, 60), () => {
        const who = person()
        const email = `${isCareful ? mailboxOf(who) : invented()}@${publicDomain()}`
        return { email, name: nameOf(who), ...home }
      })
    },
    ring(kind) {
      const home = chance(0.6) ? { network: network() } : {}
      const start = root(anyTime())
      const { who } = start
      const name = chance(0.5) ? { name: `${who.first} ${who.last}` } : {}
      const values = () => ({ email: `${mailboxOf(who)}@${publicDomain()}`, ...home, ...name })
      campaign(kind, start, between(3, 8), values, { chained: true })
    },
    'own second address'(kind) {
      const own = root(anyTime())
      const name = `${own.who.first} ${own.who.last}`
      const values = () => ({ email: `${mailboxOf(own.who)}@${publicDomain()}`, name })
      campaign(kind, own, between(1, 3), values)
    },
    /** As real people look: another network, name, and provider each time, over days. */
    'patient, one at a time'(kind) {
      const pace = { gap: 5 * hour, delay: 4 * minute }
      const values = () => {
        const who = person()
        return { email: `${mailboxOf(who)}@${publicDomain()}`, name: nameOf(who) }
      }
      campaign(kind, root(anyTime()), between(3, 8), values, pace)
    },
  }
  for (let i = 0; i < size; i++) {
    for (const [kind, make] of Object.entries(kinds)) {
      if (kind.startsWith('patient') && i % 4 > 0) continue
      make(kind)
    }
  }
}
