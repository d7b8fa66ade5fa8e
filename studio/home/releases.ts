import type { SanityClient } from '@sanity/client'
import type { SanityDocument, Schema } from 'sanity'
import { titleOf } from '../links/document-links.tsx'
import { publishedId } from '../links/published-id.ts'
import { findBlocked } from '../structure/removal/blocked-releases.ts'

interface Release {
  name: string
  title: string | null
  isScheduled: boolean
  /** Whether it has one document with a schedule of its own. The Studio lists it as a scheduled draft. */
  isSingle: boolean
  date: string | null
  /** Why publishing failed. */
  reason: string | null
}

interface Found {
  releases: Release[]
  /** The documents of all releases, up to a number that no team reaches. */
  documents: (SanityDocument & { _system?: { delete?: boolean } | null })[]
}

const RELEASES = `{
  "releases": *[_type == "system.release" && state in ["active", "scheduling", "scheduled"]]
    | order(select(defined(error) => 0, state == "active" => 1, 2), _createdAt)[0...50]{
    name, "title": metadata.title, "isScheduled": state != "active", "isSingle": metadata.cardinality == "one",
    "date": coalesce(publishAt, metadata.intendedPublishAt), "reason": error.message
  },
  "documents": *[_id in path("versions.**")][0...2500]{
    _id, _type, _system, title, name, question, subject, from, language
  }
}`

const formatDate = (date: string) =>
  new Date(date).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** Returns the state of a release, and what it is waiting for. */
function stateOf({ reason, isScheduled, isSingle, date }: Release): [string, string] {
  if (reason) return ['Not published', reason]
  if (isScheduled) return ['Scheduled', date ? formatDate(date) : '']
  if (!isSingle || !date)
    return ['Open release', 'It is not scheduled. Run or schedule it when it is ready.']
  return [
    'Paused',
    `It was scheduled for ${formatDate(date)}. Schedule it again, or delete the schedule.`,
  ]
}

/**
 * Returns the releases and scheduled drafts that are not published, each with its state: failed and paused ones first.
 * Those that can't be published come last, again.
 */
export async function waitingReleases(client: SanityClient, schema: Schema) {
  const options = { perspective: 'raw' } as const
  const { releases, documents } = await client.fetch<Found>(RELEASES, {}, options)
  const waiting = releases.map((release) => {
    const titles = documents
      .filter(({ _id }) => _id.startsWith(`versions.${release.name}.`))
      .map((document) => ({ id: publishedId(document._id), title: titleOf(document, schema) }))
    const [state, note] = stateOf(release)
    return {
      title: `${state}: ${release.title || titles[0]?.title || 'Untitled release'}`,
      href: `/studio/intent/release/id=${release.name}/`,
      // The content API names documents by their ids.
      note: titles.reduce(
        (text, one) => text.replaceAll(`"${one.id}"`, () => `“${one.title}”`),
        note,
      ),
    }
  })
  const hasRemoval = documents.some(({ _system }) => _system?.delete)
  return hasRemoval ? [...waiting, ...(await blockedReleases(client, schema))] : waiting
}

/** Returns the releases that can't be published, because they unpublish documents in use. */
async function blockedReleases(client: SanityClient, schema: Schema) {
  const titleIn = (document: SanityDocument) => titleOf(document, schema)
  return (await findBlocked(client)).map(({ release, title, document, uses }) => ({
    title: `Can’t be published: ${title || titleIn(document)}`,
    href: `/studio/intent/release/id=${release}/`,
    note: `The release unpublishes “${titleIn(document)}”, which is used in: ${uses.map(titleIn).join(', ')}.`,
  }))
}
