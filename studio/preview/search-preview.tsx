import { Card, Stack, Text } from '@sanity/ui'
import { apiVersion } from 'halvi-schemas/api-version'
import { linkedPath } from 'halvi-site/addresses'
import { FACTS_QUERY } from 'halvi-site/content/queries/facts'
import { sharedImage } from 'halvi-site/content/queries/fragments'
import { SETTINGS_QUERY } from 'halvi-site/content/queries/settings'
import { walk } from 'halvi-site/content/walk'
import { english, type Language, languageFrom } from 'halvi-site/language/language'
import { useEffect, useState } from 'react'
import { type ObjectInputProps, useClient, useFormValue } from 'sanity'
import { pageMeta } from '../../app/seo/meta.ts'
import { readConnection } from '../connection.ts'
import { publishedId } from '../links/published-id.ts'
import { useOriginal } from '../translations/use-original.ts'

/** Time without changes after which the preview is updated, in milliseconds. The form saves meanwhile. */
const delayMs = 800

/** Reads the data for search engines and shared links of a document's page, as the queries of pages select it. */
const query = `*[_id == $id][0]{
  "seo": {
    "title": coalesce(seo.title, applyTitle, title, ""),
    "description": coalesce(seo.description, applyIntro),
    "intro": coalesce(
      sections[_type == "heroSection" && hidden != true][0].text, intro, description, subtitle
    ),
    "image": ${sharedImage}
  },
  "branch": coalesce(branch, *[_id in *[_type == "translation.metadata" && $id in translations[].value._ref]
    .translations[].value._ref && defined(branch)][0].branch)->{hue}
}`

/** Shows the fields for search and sharing with the result of a search and the picture of a shared link. */
export function SearchPreview(props: ObjectInputProps) {
  const head = useHead()
  return (
    <Stack space={5}>
      {props.renderDefault(props)}
      {head && (
        <Card padding={4} radius={2} border data-testid="search-preview">
          <Stack space={4}>
            <Text size={1} weight="semibold">
              In search results
            </Text>
            <Stack space={3}>
              <Text size={1} muted style={{ overflowWrap: 'anywhere' }}>
                {head.url}
              </Text>
              <Text size={2} accent style={{ overflowWrap: 'anywhere' }}>
                {head.title}
              </Text>
              <Text size={1}>{head.description}</Text>
            </Stack>
            <Text size={1} weight="semibold">
              In shared links
            </Text>
            <img
              key={head.image}
              src={head.image}
              alt={`Shared link: ${head.title}`}
              width={1200}
              height={630}
              style={{ width: '100%', maxWidth: '32rem', height: 'auto', borderRadius: 3 }}
            />
            <Text size={1} muted>
              A drawn picture has the published title.
            </Text>
          </Stack>
        </Card>
      )}
    </Stack>
  )
}

interface Head {
  title: string
  url: string
  description: string
  image: string
}

/** Returns the head of the document’s page with its drafts, as the site renders it. */
function useHead(): Head | undefined {
  const client = useClient({ apiVersion })
  const form = useFormValue([]) as {
    _id: string
    _type: string
    _rev?: string
    language?: string
  }
  const { _id, _type, _rev, language = 'en' } = form
  const { slug, key } = (useOriginal(form) ?? {}) as { slug?: { current?: string }; key?: string }
  const [head, setHead] = useState<Head>()
  const address = slug?.current ?? null
  useEffect(() => {
    // The form has the texts of a program's application page.
    const view = _type === 'affiliateProgram' ? 'apply' : undefined
    const path = linkedPath({ _type, slug: address, key }, view)
    if (!path || !_rev) return
    let isCurrent = true
    const options = { perspective: 'drafts' } as const
    const update = async () => {
      const [result, settings, facts] = await Promise.all([
        client.fetch(query, { id: publishedId(_id), language }, options),
        client.fetch(SETTINGS_QUERY, { language }, options),
        client.fetch(FACTS_QUERY, { language }, options),
      ])
      if (!isCurrent || !result) return
      const site = languageFrom({ code: language }) ?? english
      const now = Date.now()
      const known = walk(FACTS_QUERY, facts, now, site).value
      setHead(headOf(path, walk(query, result, now, site, known).value, settings, site))
    }
    // Without the content API, the last preview stays.
    const timer = setTimeout(() => void update().catch(() => {}), delayMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [client, _id, _type, _rev, address, key, language])
  return head
}

function headOf(
  path: string,
  result: object,
  settings: unknown,
  language: Language,
): Head | undefined {
  const { seo, branch } = result as {
    seo?: Parameters<typeof pageMeta>[0]['seo']
    branch?: { hue?: string }
  }
  const { hosted, projectId, dataset } = readConnection()
  const images = { projectId, dataset, baseUrl: hosted ? 'https://cdn.sanity.io' : '/' }
  const root = { settings, siteUrl: location.origin, images, language, languages: [], words: null }
  const tags: readonly object[] = pageMeta({
    matches: [
      { id: 'root', pathname: path, data: root },
      { id: 'page', pathname: path },
    ],
    seo,
    hue: branch?.hue,
  })
  const contentOf = (name: string) => {
    const tag = tags.find((one) => Object.values(one).includes(name)) as
      | { content?: string; href?: string }
      | undefined
    return tag?.content ?? tag?.href ?? ''
  }
  const title = (tags.find((one) => 'title' in one) as { title: string } | undefined)?.title
  return title
    ? {
        title,
        url: contentOf('canonical'),
        description: contentOf('description'),
        image: contentOf('og:image'),
      }
    : undefined
}
