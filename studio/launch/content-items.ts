import type { LaunchFacts } from 'halvi-leads/contract'
import { placeholdersIn } from '../../app/content/placeholders.ts'
import { monthText } from '../../app/dates/month.ts'
import { launchState, offerState } from '../../app/dates/state.ts'
import type { LaunchContent } from './content.ts'
import { type Item, item } from './item.ts'

type Settings = NonNullable<LaunchContent['settings']>

/** Returns the checklist items about published content. */
export function contentItems(content: LaunchContent, facts: LaunchFacts, now: number): Item[] {
  const settings = content.settings ?? {}
  const left = new Set(placeholdersIn(content).map(({ id, path }) => `${id} ${path}`))
  const legal = (id: string, title: string): Item => {
    const isThere = content.legal?.some(({ _id }) => _id === id) === true
    const problem = left.has(`${id} body`)
      ? 'This is the sample text that came with the site. Replace it with terms written for your company.'
      : !isThere && 'This page doesn’t exist. Create it under Content, Legal.'
    const field = { id, type: 'legalPage', path: 'body', place: `Legal, ${title}` }
    return item(id, title, problem, 'The sample text has been replaced.', { field })
  }
  const legalName = settings.legalName?.trim()
  const { phone, email } = settings
  return [
    legal('legal-terms', 'Terms of Service'),
    legal('legal-privacy', 'Privacy Policy'),
    item(
      'identity',
      'Company details',
      !legalName && 'The footer doesn’t name a company. Add the legal name and postal address.',
      `The footer names ${settings.legalName}.`,
      inSettings('identity', 'Menus'),
    ),
    item(
      'phone',
      'Phone',
      left.has('siteSettings contact.phone') &&
        'This is a fictional (555) number, so the site marks it as a sample. Replace it or remove it.',
      phone
        ? `Links dial ${phone}. Check that the displayed number is the same.`
        : 'No phone number is shown.',
      inSettings('contact.phone', 'Contact'),
    ),
    item(
      'email',
      'Contact email',
      emailProblem(email, facts.siteUrl),
      `${email} uses the site’s domain. Make sure that someone reads it.`,
      inSettings('contact.email', 'Contact'),
    ),
    item(
      'social',
      'Social accounts',
      left.has('siteSettings socialLinks') &&
        'An account has no URL, so the site shows it as coming soon. Add the URL or remove the account.',
      accountsText(settings.socialLinks?.length ?? 0),
      inSettings('socialLinks', 'Links'),
    ),
    ...alternativeTexts(content.figures ?? []),
    ...dates(settings, now),
    item(
      'figures',
      'Live metrics',
      settings.figures !== 'real' &&
        'The metrics are simulated and labeled as such. Switch to real counts when you have applications.',
      'The metrics count real applications.',
      inSettings('dashboard.source', 'Live metrics'),
    ),
  ]
}

/** Maximum number of documents that the checklist lists for missing alternative texts. */
const maxDocuments = 20

/** Returns an item for each document that has images without an alternative text, or a single one that is done. */
function alternativeTexts(documents: NonNullable<LaunchContent['figures']>): Item[] {
  if (documents.length === 0) {
    return [item('alt', 'Alternative texts', false, 'Every image on a page has one.')]
  }
  return documents.slice(0, maxDocuments).map(({ _id, _type, title, missing }) => {
    const images = missing === 1 ? 'An image has' : `${missing} images have`
    const problem = `${images} no alternative text. Say what the image shows, for people who can’t see it.`
    const field = { id: _id, type: _type, path: '', place: title ?? _type }
    return item(`alt ${_id}`, `Alternative texts: ${title ?? _type}`, problem, '', { field })
  })
}

function accountsText(count: number): string {
  if (count === 0) return 'No account is shown.'
  return count === 1 ? 'The account has a URL.' : `All ${count} accounts have a URL.`
}

function emailProblem(
  address: string | null | undefined,
  siteUrl: string | null,
): string | undefined {
  const host = siteUrl ? new URL(siteUrl).hostname.replace(/^www\./, '') : undefined
  const domain = address?.split('@')[1]
  if (domain !== undefined && (host === domain || host?.endsWith(`.${domain}`))) return undefined
  if (!address) return 'No email address is set, so visitors can’t email you.'
  const domainNote = host ? ` (${host})` : ', because no domain is set'
  return `${address} doesn’t use the site’s domain${domainNote}. Make sure that its messages reach you.`
}

function dates({ timeZone, launch, offer }: Settings, now: number): Item[] {
  const zone = timeZone ?? ''
  const { date, monthWords, month } = launch ?? {}
  const launchProblems = {
    passed: `${date || monthWords || monthText(String(month))} has passed. Set another date or change the status to Open.`,
    undated: 'No month or date is set. Set one or change the status to To be announced.',
  }
  const offerProblems = {
    passed: `The deadline, ${offer?.deadline}, has passed. Set another deadline or change the status to Ended.`,
    undated: 'No deadline is set. Set one or change the status to Ended.',
  }
  return [
    item(
      'time-zone',
      'Time zone',
      !zone && 'No time zone is set, so dates use UTC.',
      `Dates use ${zoneName(zone, now)}.`,
      inSettings('timeZone', 'Launch and offer'),
    ),
    item(
      'launch-date',
      'Launch date',
      dateProblem(launchState(launch ?? {}, zone, now), launchProblems),
      'The launch date is in the future, or the site says it’s open.',
      inSettings('launch', 'Launch and offer'),
    ),
    item(
      'offer',
      'Pre-launch offer',
      dateProblem(offerState(offer ?? {}, zone, now), offerProblems),
      'The offer is open or marked as ended.',
      inSettings('offer', 'Launch and offer'),
    ),
  ]
}

/** Returns the name of a time zone for people, such as Central Time. */
function zoneName(timeZone: string, now: number): string {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
    const name = format.formatToParts(now).find(({ type }) => type === 'timeZoneName')
    return name?.value ?? timeZone
  } catch {
    return timeZone
  }
}

/** Returns the problem if a date has passed, or if the site can't determine when it passes. */
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
