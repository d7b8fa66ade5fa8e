import { randomFrom } from '../../staff/testing/random-leads.ts'

/** An application through a referral link, with the truth about it. */
export interface LabeledReferral {
  key: number
  /** The kind of people or of fraud. */
  kind: string
  isFraud: boolean
  /** Key of the person whose link led to it; absent for people who came by themselves. */
  referrer?: number
  name: string
  email: string
  network: string
  /** Times in milliseconds. `confirmedAt` is absent for people who never confirm. */
  appliedAt: number
  confirmedAt?: number
}

const list = (text: string) => text.split(' ')
const firstNames = list(
  'Mohammed Ahmed Amina Bilal Maryam Yusuf Fatima Omar Khadija Ibrahim Zaynab Ali Hassan Aisha Idris Noor Layla Hamza Salma Tariq Huda Karim Sara Nadia Rashid Samir Leila Mustafa Iman Jamal Rania Faisal Adam Hana Sofia Ismail Zahra Anas Ruqayya Haris Dina Emre Elif Murat Ayşe Siti Nur Farah Imran Saad محمد Fāṭima Sumayya Ilyas Musa',
)
const lastNames = list(
  'Khan Ahmed Ali Hussein Malik Rahman Siddiqui Farooq Haddad Mansour Qureshi Aziz Saleh Nasser Hashimi Chaudhry Abdi Warsame Diallo Traore Yilmaz Demir Kaya Begum Chowdhury Patel Sheikh Mirza Osman Hakimi Sultan Ba Öztürk Ismail Bakri Mahmood Shah Iqbal Hamid Wahab Jama Sow Ndiaye Kamara Bello Yusuf Sani Garba Rashidi Anwar',
)
const nicknames = list(
  'sunrise desert_rose moonwalker skater chef gamer mama_bear oliveoil bakerboy dreamer coffee tiger blue_sky runner bookworm sweets lionheart garden wanderer pixel',
)
const publicDomains = list(
  'gmail.com gmail.com gmail.com gmail.com gmail.com yahoo.com outlook.com hotmail.com icloud.com proton.me gmx.de web.de live.com aol.com',
)

/** Returns functions that invent people, with the same results for the same seed. */
export function inventor(seed: number) {
  const random = randomFrom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const between = (low: number, high: number) => low + below(high - low + 1)
  const chance = (share: number) => random() < share
  const pick = <T>(items: readonly T[]) => items[below(items.length)] as T
  /** Picks an item, the first ones most often, as names are distributed. */
  const pickFirst = <T>(items: readonly T[]) =>
    items[Math.floor(items.length * random() ** 1.7)] as T
  /** Returns a log-normal time: half are below the median. */
  const around = (median: number, spread: number) => {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    return median * Math.exp(spread * normal)
  }
  const letters = (length: number, alphabet = 'abcdefghijklmnopqrstuvwxyz') =>
    Array.from({ length }, () => alphabet.charAt(below(alphabet.length))).join('')
  const latin = (text: string) =>
    text
      .normalize('NFKD')
      .replace(/[^a-z]/gi, '')
      .toLowerCase() || 'md'
  const person = () => ({ first: pickFirst(firstNames), last: pickFirst(lastNames) })

  return {
    random,
    below,
    between,
    chance,
    pick,
    around,
    letters,
    latin,
    person,
    network: () => `network-${below(2 ** 31)}`,
    publicDomain: () => pick(publicDomains),
    nickname: () => pick(nicknames),
    /** Returns a name as people enter it: sometimes without the last name. */
    nameOf: ({ first, last }: { first: string; last: string }) =>
      chance(0.15) ? first : `${first} ${last}`,
    /** Returns a mailbox as people choose it: mostly with parts of the name. */
    mailboxOf({ first, last }: { first: string; last: string }) {
      const [one, other] = [latin(first), latin(last)]
      const number = chance(0.5) ? between(1, 99) : between(1960, 2012)
      const roll = random()
      if (roll < 0.22) return `${one}.${other}`
      if (roll < 0.45) return `${one}${other}${number}`
      if (roll < 0.55) return `${one.charAt(0)}${other}`
      if (roll < 0.65) return `${one}${number}`
      if (roll < 0.72) return `${other}.${one}`
      if (roll < 0.82) return `${one}_${other}${chance(0.5) ? number : ''}`
      return `${pick(nicknames)}${number}`
    },
  }
}

/** The functions that invent people. */
export type Inventor = ReturnType<typeof inventor>
