import { getDomain } from 'tldts'
import { comparable } from '../lead.ts'

/** Returns the address that identifies a person: the entered one in lowercase, without what copying adds. */
export const addressOf = (email: string): string => String(comparable('email', email))

/** Domains that share their mailboxes with the domain that each list starts with. */
const sharedDomains: readonly (readonly string[])[] = [
  ['gmail.com', 'googlemail.com'],
  ['icloud.com', 'me.com', 'mac.com'],
  ['proton.me', 'protonmail.com', 'pm.me'],
  ['yandex.com', 'yandex.ru', 'yandex.kz', 'yandex.by', 'yandex.com.tr', 'ya.ru'],
]

/** Domains below which each subdomain is one person's, such as anything@amina.fastmail.com. */
const personalSubdomain =
  /(?<![^.])([^.]+)\.((?:fastmail\.(?:com|fm)|anonaddy\.(?:com|me)|addy\.io|33mail\.com|mozmail\.com))$/

/** Domains at which a hyphen starts a part that the provider ignores. */
const hyphenTags = /^(ymail|rocketmail|yahoo)\./

/** Returns the part before the last @ and the domain of an address. */
function partsOf(email: string): { local: string; domain: string } {
  const address = addressOf(email)
  const at = address.lastIndexOf('@')
  return { local: address.slice(0, Math.max(at, 0)), domain: address.slice(at + 1) }
}

/**
 * Returns what most spellings of a mailbox share, at any domain: an address without tags and punctuation. Two people
 * can share it, so it is for limits only.
 */
export function mailboxOf(email: string): string {
  const { local, domain } = partsOf(email)
  const [, person, provider] = personalSubdomain.exec(domain) ?? []
  const [name = ''] = (person ?? local).split(hyphenTags.test(domain) ? /[+-]/ : '+')
  const shared = sharedDomains.find((domains) => domains.includes(domain))
  return `${name.replace(/[._-]/g, '') || local}@${provider ?? shared?.[0] ?? domain}`
}

/** Providers at which anyone can open a mailbox, with all their domains. */
const providers =
  /^(outlook|hotmail|live|msn|yahoo|aol|gmx|yandex)\.(com|net|[a-z]{2}|com?\.[a-z]{2})$/

/** Other domains at which anyone can open a mailbox. */
const providerDomains: ReadonlySet<string> = new Set([
  ...sharedDomains.flat(),
  ...'ymail.com rocketmail.com windowslive.com passport.com zoho.com hey.com mail.com'.split(' '),
  ...'fastmail.com fastmail.fm tuta.com tuta.io tutanota.com tutanota.de posteo.de'.split(' '),
  ...'mailbox.org web.de t-online.de freenet.de mail.ru inbox.ru list.ru bk.ru'.split(' '),
  ...'qq.com 163.com 126.com sina.com naver.com hanmail.net daum.net rediffmail.com'.split(' '),
  ...'orange.fr wanadoo.fr free.fr sfr.fr laposte.net libero.it virgilio.it alice.it'.split(' '),
  ...'comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net'.split(' '),
  ...'earthlink.net optonline.net btinternet.com sky.com virginmedia.com talktalk.net'.split(' '),
  ...'shaw.ca rogers.com bell.net sympatico.ca telus.net bigpond.com mynet.com'.split(' '),
  ...'ziggo.nl kpnmail.nl telenet.be bluewin.ch seznam.cz wp.pl onet.pl o2.pl interia.pl'.split(
    ' ',
  ),
  ...'uol.com.br bol.com.br terra.com.br anonaddy.com anonaddy.me addy.io 33mail.com'.split(' '),
  ...'mozmail.com duck.com simplelogin.com'.split(' '),
])

/**
 * Returns the registrable domain of an address, by the Public Suffix List: `shop.co.uk`, and each site of a host such as
 * `amina.github.io`. Returns undefined at a provider at which anyone can open a mailbox.
 */
export function privateDomainOf(email: string): string | undefined {
  const { domain } = partsOf(email)
  const root = getDomain(domain, { allowPrivateDomains: true }) ?? domain
  return providers.test(root) || providerDomains.has(root) ? undefined : root
}
