import type { SanityDocument } from 'sanity'
import type { Challenge, Launch, Offer } from '../../app/dates/state.ts'

/** The maximum number of documents in each list. */
export const listed = 12

const titled =
  '_id, _type, _rev, _createdAt, _updatedAt, title, name, question, from, originalFilename'

/** The content of the start screen: drafts, releases that are scheduled or failed, and dates. */
export const HOME_QUERY = `{
  "drafts": *[_id in path("drafts.**") && _type != "reviewRequest"] | order(_updatedAt desc)[0...${listed}]{${titled}},
  "draftCount": count(*[_id in path("drafts.**") && _type != "reviewRequest"]),
  "releases": *[_type == "system.release" && (state == "scheduled" || state == "active" && defined(error))]
    | order(defined(error) desc, publishAt)[0...${listed}]{_id, name, metadata, publishAt, error},
  "versions": *[_id in path("versions.**")][0...500]{${titled}},
  "settings": *[_id == "siteSettings"][0]{timeZone, launch, offer},
  "programs": *[_type == "affiliateProgramme" && defined(challenge.startsAt) && !(_id in path("drafts.**"))
    && !(_id in path("versions.**"))]{_id, challenge{startsAt, days}}
}`

/** The documents that the start screen depends on. */
export const watched =
  '*[_id in path("drafts.**") || _id in path("versions.**") || _type in ["system.release", "siteSettings", "affiliateProgramme"]]'

export interface Release {
  _id: string
  name: string
  metadata?: { title?: string | null; cardinality?: string | null } | null
  publishAt?: string | null
  /** The reason why a scheduled release was not published at its time. */
  error?: { message?: string | null } | null
}

export interface HomeContent {
  drafts: SanityDocument[]
  draftCount: number
  releases: Release[]
  versions: SanityDocument[]
  settings: { timeZone?: string | null; launch?: Launch | null; offer?: Offer | null } | null
  programs: { _id: string; challenge: Challenge }[]
}

/** Returns the versions of documents that a release publishes. */
export const versionsOf = ({ name }: Release, versions: readonly SanityDocument[]) =>
  versions.filter(({ _id }) => _id.startsWith(`versions.${name}.`))

/** Returns who wrote each document last, by its id. Reads transactions as NDJSON, newest first. */
export function authorsOf(transactions: string): Map<string, string> {
  const authors = new Map<string, string>()
  for (const line of transactions.split('\n').filter(Boolean)) {
    const { author, documentIDs } = JSON.parse(line) as { author: string; documentIDs: string[] }
    for (const id of documentIDs) if (!authors.has(id)) authors.set(id, author)
  }
  return authors
}
