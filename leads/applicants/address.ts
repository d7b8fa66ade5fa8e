import { cleanEmail } from '../clean-text.ts'

/** How a mail provider maps several spellings of an address to one mailbox. */
interface Provider {
  domains: readonly string[]
  /** The domain that stands for all of them, if they share their mailboxes. */
  domain?: string
  /** Characters that the provider ignores in the local part. */
  ignored?: RegExp
  /** The character that starts a part that the provider ignores. */
  tag: string
}

const microsoft = ['outlook', 'hotmail', 'live', 'msn']
const microsoftCountries = [
  'com',
  'co.uk',
  'de',
  'fr',
  'it',
  'es',
  'nl',
  'be',
  'ca',
  'com.tr',
  'sa',
]
const yahooCountries = ['com', 'co.uk', 'de', 'fr', 'it', 'es', 'ca', 'co.in', 'com.tr', 'co.id']

/** The providers' documented rules. Other domains keep the whole local part, because their rules are unknown. */
const providers: readonly Provider[] = [
  { domains: ['gmail.com', 'googlemail.com'], domain: 'gmail.com', ignored: /\./g, tag: '+' },
  {
    domains: microsoft.flatMap((name) => microsoftCountries.map((country) => `${name}.${country}`)),
    tag: '+',
  },
  { domains: ['icloud.com', 'me.com', 'mac.com'], domain: 'icloud.com', tag: '+' },
  {
    domains: ['proton.me', 'protonmail.com', 'pm.me'],
    domain: 'proton.me',
    ignored: /[._-]/g,
    tag: '+',
  },
  {
    domains: ['fastmail.com', 'fastmail.fm', 'zoho.com', 'hey.com', 'gmx.com', 'gmx.net'],
    tag: '+',
  },
  { domains: ['ymail.com', ...yahooCountries.map((country) => `yahoo.${country}`)], tag: '-' },
]

const byDomain = new Map(
  providers.flatMap((provider) => provider.domains.map((domain) => [domain, provider] as const)),
)

/**
 * Returns the form of an email address that all spellings of one mailbox share: lowercase, and without the dots and
 * tags that its provider ignores. Addresses at unknown providers only become lowercase.
 */
export function normalizeAddress(email: string): string {
  const clean = cleanEmail(email).normalize('NFC').toLowerCase()
  const at = clean.lastIndexOf('@')
  const [local, domain] = [clean.slice(0, at), clean.slice(at + 1)]
  const provider = byDomain.get(domain)
  if (!provider) return clean
  const [name = ''] = local.split(provider.tag)
  const kept = provider.ignored ? name.replace(provider.ignored, '') : name
  return `${kept || local}@${provider.domain ?? domain}`
}
