import type { LaunchFacts } from 'halvi-leads/contract'
import { placeholdersIn } from '../../app/content/placeholders.ts'
import { monthText } from '../../app/dates/month.ts'
import { launchState, offerState } from '../../app/dates/state.ts'
import type { LaunchContent } from './content.ts'
import type { Field, Item } from './item.ts'

/** What marketing staff write, as it is published. */
export function contentItems(content: LaunchContent, facts: LaunchFacts, now: number): Item[] {
  const settings = content.settings ?? {}
  const still = new Set(placeholdersIn(content).map(({ id, path }) => `${id} ${path}`))
  const legal = (id: string, title: string): Item => {
    const isThere = content.legal?.some(({ _id }) => _id === id) === true
    const isSeed = still.has(`${id} body`)
    return {
      key: id,
      title,
      isDone: isThere && !isSeed,
      sentence: isSeed
        ? 'This is the simplified text that came with the site. Have it written for your company.'
        : isThere
          ? 'It is your own text.'
          : 'There is none: write one under Content, Legal.',
      field: { id, type: 'legalPage', path: 'body', place: `Legal, ${title}` },
    }
  }
  const social = settings.socialLinks ?? []
  const hasAddresses = !still.has('siteSettings socialLinks')
  const phone = settings.phone
  const isFiction = still.has('siteSettings contact.phone')
  return [
    legal('legal-terms', 'Terms of Service'),
    legal('legal-privacy', 'Privacy Policy'),
    {
      key: 'identity',
      title: 'Who stands behind the site',
      isDone: Boolean(settings.legalName?.trim()),
      sentence: settings.legalName?.trim()
        ? `The foot of each page names ${settings.legalName}.`
        : 'The foot of each page names no company. Write its legal name and postal address.',
      field: inSettings('identity', 'Menus'),
    },
    {
      key: 'phone',
      title: 'Phone',
      isDone: !isFiction,
      sentence: isFiction
        ? 'The number is kept for fiction and reaches nobody. Write your own, or remove it.'
        : phone
          ? `Phones dial ${phone}. Check that visitors read the same number.`
          : 'No number is shown.',
      field: inSettings('contact.phone', 'Contact'),
    },
    email(settings.email, facts.siteUrl),
    {
      key: 'social',
      title: 'Social accounts',
      isDone: hasAddresses,
      sentence: hasAddresses
        ? accounts(social.length)
        : 'An account has no address: the site says that it is coming. Write it, or remove the account.',
      field: inSettings('socialLinks', 'Links'),
    },
    ...dates(settings, now),
    {
      key: 'figures',
      title: 'Live figures',
      isDone: settings.figures === 'real',
      sentence:
        settings.figures === 'real'
          ? 'They are counted from real applications.'
          : 'They are simulated, and say so. Switch to real counts once there is something to count.',
      field: inSettings('dashboard.source', 'Live figures'),
    },
  ]
}

function accounts(count: number): string {
  if (count === 0) return 'No account is shown.'
  return count === 1 ? 'One account has its address.' : `All ${count} accounts have their address.`
}

function email(address: string | null | undefined, siteUrl: string | null): Item {
  const host = siteUrl ? new URL(siteUrl).hostname.replace(/^www\./, '') : undefined
  const domain = address?.split('@')[1]
  const isOurs = domain !== undefined && (host === domain || host?.endsWith(`.${domain}`) === true)
  return {
    key: 'email',
    title: 'Contact e-mail',
    isDone: isOurs,
    sentence: isOurs
      ? `${address} is at the site’s own domain. See that somebody reads it.`
      : address
        ? `${address} is not at the site’s own domain${host ? ` ${host}` : ', which is not set'}. See that it reaches you.`
        : 'There is none: visitors can’t write to you.',
    field: inSettings('contact.email', 'Contact'),
  }
}

function dates(
  { timeZone, launch, offer }: NonNullable<LaunchContent['settings']>,
  now: number,
): Item[] {
  const zone = timeZone ?? ''
  const launchIs = launchState(launch ?? {}, zone, now)
  const hasPassed = launchIs.name === 'passed'
  /** Without a month or a day it would never pass by itself. */
  const isUndated = launchIs.name === 'before' && launchIs.changesAt === undefined
  const { date, monthWords, month } = launch ?? {}
  const offerIs = offerState(offer ?? {}, zone, now)
  const isOver = offerIs.name === 'passed'
  /** Without a day it would never end by itself. */
  const isEndless = offerIs.name === 'before' && offerIs.changesAt === undefined
  return [
    {
      key: 'time-zone',
      title: 'Time zone',
      isDone: zone !== '',
      sentence: zone
        ? `Dates begin and end by the clocks of ${zone}.`
        : 'None is set: dates begin and end by the clocks of Greenwich.',
      field: inSettings('timeZone', 'Launch and offer'),
    },
    {
      key: 'launch-date',
      title: 'Launch date',
      isDone: !hasPassed && !isUndated,
      sentence: hasPassed
        ? `${date || monthWords || monthText(String(month))} has passed. Set another date, or say that you are open.`
        : isUndated
          ? 'It has neither a month nor a day. Choose one, or say that it is to be announced.'
          : 'What the site says of the launch is still to come, or is said to be open.',
      field: inSettings('launch', 'Launch and offer'),
    },
    {
      key: 'offer',
      title: 'Pre-launch offer',
      isDone: !isOver && !isEndless,
      sentence: isOver
        ? `Its last day, ${offer?.deadline}, has passed. Set another one, or say that it has ended.`
        : isEndless
          ? 'It has no last day. Set one, or say that it has ended.'
          : 'It is still to be had, or is said to have ended.',
      field: inSettings('offer', 'Launch and offer'),
    },
  ]
}

const inSettings = (path: string, tab: string): Field => ({
  ...{ id: 'siteSettings', type: 'siteSettings', path },
  place: `Settings, ${tab}`,
})
