import type { SanityClient } from '@sanity/client'
import { nameOf } from 'halvi-schemas'
import { useEffect, useState } from 'react'
import { useDocumentStore } from 'sanity'
import { CONTENT_QUERY, type Content } from './states.ts'

/** A language that documents can be translated to. Its title is its English name. */
export interface SiteLanguage {
  id: string
  title: string
}

/** The language of originals. */
export const english: SiteLanguage = { id: 'en', title: 'English' }

/** Selects the codes of the languages in the settings, including those that are turned off. */
export const CODES_QUERY = '*[_id == "siteSettings"][0].languages[].code'

/** Returns languages with their English names. Codes can be missing while an editor types. */
export const languagesOf = (codes: readonly (string | null)[] | null): SiteLanguage[] =>
  [...new Set(codes)].flatMap((id) => (id ? [{ id, title: nameOf(id) }] : []))

/** Reads the languages of the site, English first. If the settings can't be read, returns English only. */
export async function readLanguages(client: SanityClient): Promise<SiteLanguage[]> {
  const codes = await client
    .fetch<string[] | null>(CODES_QUERY, {}, { perspective: 'drafts' })
    .catch(() => [])
  return [english, ...languagesOf(codes)]
}

interface Listened {
  fetch: string
  listen: string
}

/**
 * Returns the result of a query, and updates it when a document that `listen` selects changes. Returns undefined
 * without parameters.
 */
export function useListened<Result>(
  { fetch, listen }: Listened,
  params: Record<string, unknown> | undefined,
  perspective: 'raw' | 'drafts' | string[],
): Result | undefined {
  const store = useDocumentStore()
  const [result, setResult] = useState<Result>()
  const key = JSON.stringify([params, perspective])
  useEffect(() => {
    const [values, view] = JSON.parse(key)
    if (!values) return
    const options = { perspective: view, tag: 'translations' }
    const subscription = store.listenQuery({ fetch, listen }, values, options).subscribe({
      next: setResult,
      // Without the content API, the last result stays.
      error: () => {},
    })
    return () => subscription.unsubscribe()
  }, [store, fetch, listen, key])
  return result
}

const languages: Listened = { fetch: CODES_QUERY, listen: '*[_type == "siteSettings"]' }

/** Returns the languages of the settings, or of their draft, without English. */
export const useLanguages = (): SiteLanguage[] =>
  languagesOf(useListened<string[] | null>(languages, {}, 'drafts') ?? [])

const content: Listened = {
  fetch: CONTENT_QUERY,
  listen: '*[_type in $types || _type == "translation.metadata"]',
}

/** Returns the documents of some types with their translations, and updates them when one changes. */
export const useContent = (types: readonly string[]): Content | undefined =>
  useListened<Content>(content, { types }, 'raw')
