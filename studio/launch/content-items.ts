import type { LaunchFacts } from 'halvi-leads/contract'
import { placeholdersIn } from '../../app/content/placeholders.ts'
import { monthText } from '../../app/dates/month.ts'
import { launchState, offerState } from '../../app/dates/state.ts'
import type { LaunchContent } from './content.ts'
import { type Item, item } from './item.ts'

type Settings = NonNullable<LaunchContent['settings']>

/** Returns what marketing staff write, as it is published. */
export function contentItems(content: LaunchContent, facts: LaunchFacts, now: number): Item[] {
  const settings = content.settings ?? {}
  const left = new Set(placeholdersIn(content).map(({ id, path }) => `${id} ${path}`))
  const legal = (id: string, title: string): Item => {
    const isThere = content.legal?.some(({ _id }) => _id === id) === true
    const problem = left.has(`${id} body`)
      ? 'This is the simplified text that came with the site. Have it written for your company.'
      : !isThere && 'There is none: write one under Content, Legal.'
    const field = { id, type: 'legalPage', path: 'body', place: `Legal, ${title}` }
    return item(id, title, problem, 'It is your own text.', { field })
  }
  const legalName = settings.legalName?.trim()
  const { phone, email } = settings
  return [
    legal('legal-terms', 'Terms of Service'),
    legal('legal-privacy', 'Privacy Policy'),
    item(
      'identity',
      'Who stands behind the site',
      !legalName &&
        'The foot of each page names no company. Write its legal name and postal address.',
      `The foot of each page names ${settings.legalName}.`,
      inSettings('identity', 'Menus'),
    ),
    item(
      'phone',
      'Phone',
      left.has('siteSettings contact.phone') &&
        'The number is kept for fiction and reaches nobody. Write your own, or remove it.',
      phone
        ? `Phones dial ${phone}. Check that visitors read the same number.`
        : 'No number is shown.',
      inSettings('contact.phone', 'Contact'),
    ),
    item(
      'email',
      'Contact e-mail',
      emailProblem(email, facts.siteUrl),
      `${email} is at the site’s own domain. See that somebody reads it.`,
      inSettings('contact.email', 'Contact'),
    ),
    item(
      'social',
      'Social accounts',
      left.has('siteSettings socialLinks') &&
        'An account has no address: the site says that it is coming. Write it, or remove the account.',
      accountsText(settings.socialLinks?.length ?? 0),
      inSettings('socialLinks', 'Links'),
    ),
    ...dates(settings, now),
    item(
      'figures',
      'Live figures',
      settings.figures !== 'real' &&
        'They are simulated, and say so. Switch to real counts once there is something to count.',
      'They are counted from real applications.',
      inSettings('dashboard.source', 'Live figures'),
    ),
  ]
}

function accountsText(count: number): string {
  if (count === 0) return 'No account is shown.'
  return count === 1 ? 'One account has its address.' : `All ${count} accounts have their address.`
}

function emailProblem(
  address: string | null | undefined,
  siteUrl: string | null,
): string | undefined {
  const host = siteUrl ? new URL(siteUrl).hostname.replace(/^www\./, '') : undefined
  const domain = address?.split('@')[1]
  if (domain !== undefined && (host === domain || host?.endsWith(`.${domain}`))) return undefined
  if (!address) return 'There is none: visitors can’t write to you.'
  const which = host ? ` ${host}` : ', which is not set'
  return `${address} is not at the site’s own domain${which}. See that it reaches you.`
}

function dates({ timeZone, launch, offer }: Settings, now: number): Item[] {
  const zone = timeZone ?? ''
  const { date, monthWords, month } = launch ?? {}
  const launchProblems = {
    passed: `${date || monthWords || monthText(String(month))} has passed. Set another date, or say that you are open.`,
    undated: 'It has neither a month nor a day. Choose one, or say that it is to be announced.',
  }
  const offerProblems = {
    passed: `Its last day, ${offer?.deadline}, has passed. Set another one, or say that it has ended.`,
    undated: 'It has no last day. Set one, or say that it has ended.',
  }
  return [
    item(
      'time-zone',
      'Time zone',
      !zone && 'None is set: dates begin and end by the clocks of Greenwich.',
      `Dates begin and end by the clocks of ${zone}.`,
      inSettings('timeZone', 'Launch and offer'),
    ),
    item(
      'launch-date',
      'Launch date',
      dateProblem(launchState(launch ?? {}, zone, now), launchProblems),
      'What the site says of the launch is still to come, or is said to be open.',
      inSettings('launch', 'Launch and offer'),
    ),
    item(
      'offer',
      'Pre-launch offer',
      dateProblem(offerState(offer ?? {}, zone, now), offerProblems),
      'It is still to be had, or is said to have ended.',
      inSettings('offer', 'Launch and offer'),
    ),
  ]
}

/** Returns the problem of a date that has passed, or that would never pass by itself. */
function dateProblem(
  { name, changesAt }: { name: string; changesAt?: number | undefined },
  problems: { passed: string; undated: string },
): string | undefined {
  if (name === 'passed') return problems.passed
  return name === 'before' && changesAt === undefined ? problems.undated : undefined
}

const inSettings = (path: string, tab: string): Pick<Item, 'field'> => ({
  field: { id: 'siteSettings', type: 'siteSettings', path, place: `Settings, ${tab}` },
})
