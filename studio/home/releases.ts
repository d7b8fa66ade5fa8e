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
  /** The documents that it publishes. */
  documents: SanityDocument[]
}

const RELEASES = `*[_type == "system.release" && state in ["active", "scheduling", "scheduled"]]
  | order(select(defined(error) => 0, state == "active" => 1, 2), _createdAt)[0...50]{
  name, "title": metadata.title, "isScheduled": state != "active", "isSingle": metadata.cardinality == "one",
  "date": coalesce(publishAt, metadata.intendedPublishAt), "reason": error.message,
  "documents": *[string::startsWith(_id, "versions." + ^.name + ".")][0...50]{
    _id, _type, title, name, question, subject, from, language
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

/** Returns the releases and scheduled drafts that are not published, each with its state: failed and paused ones first. */
export async function waitingReleases(client: SanityClient, schema: Schema) {
  const options = { perspective: 'raw' } as const
  const releases = await client.fetch<Release[]>(RELEASES, {}, options)
  return releases.map((release) => {
    const titles = release.documents.map((document) => {
      const id = publishedId(document._id)
      return { id, title: titleOf({ ...document, _id: id }, schema) }
    })
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
}

/** Returns the releases that can't be published, because they unpublish documents in use. */
export async function blockedReleases(client: SanityClient, schema: Schema) {
  const titleIn = (document: SanityDocument) =>
    titleOf({ ...document, _id: publishedId(document._id) }, schema)
  return (await findBlocked(client)).map(({ release, title, document, uses }) => ({
    title: `Can’t be published: ${title || titleIn(document)}`,
    href: `/studio/intent/release/id=${release}/`,
    note: `The release unpublishes “${titleIn(document)}”, which is used in: ${uses.map(titleIn).join(', ')}.`,
  }))
}
