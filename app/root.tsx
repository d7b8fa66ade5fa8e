import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react'
import { NOT_FOUND_QUERY } from 'halvi-site/content/queries/home'
import { OFFERS_QUERY, SETTINGS_QUERY, WORDS_QUERY } from 'halvi-site/content/queries/settings'
import type { OFFERS_QUERY_RESULT } from 'halvi-site/content/sanity.types'
import { languagesOf, readPages, untranslatedPages } from 'halvi-site/content/site-addresses'
import { LanguageContext } from 'halvi-site/language/context'
import { english, type Language } from 'halvi-site/language/language'
import { UntranslatedContext } from 'halvi-site/language/local-path'
import { stegaPattern } from 'halvi-site/preview/stega-pattern'
import { WordsContext } from 'halvi-site/words/context'
import { defaultWords, wordsOf } from 'halvi-site/words/words'
import { lazy, type ReactNode, Suspense } from 'react'
import favicon from '../public/favicon.svg?inline'
import { ImageSourceContext, PreviewContext } from './components/contexts.ts'
import sendForm from './components/form/script/send-form.ts?script'
import islands from './components/islands/start-islands.tsx?script'
import { LanguageOffers, type OfferedLanguage } from './components/layout/language-offer.tsx'
import { SiteFooter } from './components/layout/site-footer.tsx'
import { SiteHeader } from './components/layout/site-header.tsx'
import { Failure } from './components/sections/failure.tsx'
import { NotFound } from './components/sections/not-found.tsx'
import { InlineScript } from './document/inline-script.tsx'
import { useRendering } from './document/rendering.tsx'
import { SpeculationRules } from './document/speculation-rules.tsx'
import { Styles } from './document/styles.tsx'
import displayFace from './fonts/el-messiri.woff2?url'
import textFace from './fonts/figtree.woff2?url'
import { type NeededScript, pageQuery, type RouteHandle } from './route-handle.ts'
import { brandedTitle, brandOf } from './seo/title.ts'

// Loaded lazily, so that visitors never download it.
const LivePreview = lazy(() => import('./document/preview/live-preview.tsx'))

export const links: LinksFunction = () => [
  ...[displayFace, textFace].map((href) => ({
    rel: 'preload',
    as: 'font',
    type: 'font/woff2',
    href,
    crossOrigin: 'anonymous' as const,
  })),
  // A data URL: a file would be requested before the first paint and compete with the fonts.
  { rel: 'icon', href: favicon, type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
]

/** Loads the data that every page shares. Includes the text of the 404 page, because any address may need it. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { content, siteUrl, previewSession, language, languages, path } = context
  const [settings, words, notFound, pages, offers] = await Promise.all([
    content.fetch(SETTINGS_QUERY),
    content.fetch(WORDS_QUERY),
    content.fetch(NOT_FOUND_QUERY),
    context.pages?.() ?? readPages(content),
    content.fetch(OFFERS_QUERY),
  ])
  const own = languagesOf(path, pages, languages)
  return {
    settings,
    words,
    notFound,
    siteUrl,
    language,
    /** The languages of this page. */
    languages: own,
    offers: own.filter(({ code }) => code !== language.code).flatMap((one) => offerOf(one, offers)),
    /** The pages that exist in English, but not in the language of the page. */
    untranslated: untranslatedPages(pages, language),
    images: content.images,
    year: new Date().getFullYear(),
    ...(previewSession && { preview: { kind: previewSession.kind, stega: stegaPattern } }),
  }
}

/** Returns the offer of a page in another language, or none if that language lacks the words. */
function offerOf(language: Language, written: OFFERS_QUERY_RESULT): OfferedLanguage[] {
  const { offer, dismissOffer } = defaultWords.site
  const isOriginal = language.code === english.code
  const found = written.find(({ code }) => code === language.code)
  const texts = {
    offer: found?.offer || (isOriginal && offer),
    dismiss: found?.dismiss || (isOriginal && dismissOffer),
  }
  return texts.offer && texts.dismiss
    ? [{ language, offer: texts.offer, dismiss: texts.dismiss }]
    : []
}

/** Returns the title of an error page. Every other page sets its own title. */
export const meta: MetaFunction<typeof loader> = ({ error, data, matches }) => {
  if (!error) return []
  const { notFound, failure } = wordsOf(data?.words, data?.language).site
  const title = isNotFound(error) ? notFound : failure
  return [{ title: brandedTitle(title, brandOf(matches)) }, { name: 'robots', content: 'noindex' }]
}

/** Renders the HTML document around every page: head, header, footer, and scripts. */
export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root')
  const matches = useMatches()
  const nonce = useRendering()?.nonce
  const words = wordsOf(data?.words, data?.language, data?.preview !== undefined)
  const preview = data?.preview
  const handles = matches.map(({ handle }) => handle as RouteHandle | undefined)
  const scripts = matches.flatMap(({ handle, data }) =>
    scriptsOf(handle, data, preview !== undefined),
  )
  const { pathname: path, search } = useLocation()
  const query = pageQuery(search, handles)
  // An error page has no translation.
  const languages = useRouteError() ? [] : data?.languages
  const form = handles.map((handle) => handle?.skipTo).find(Boolean)
  // The first touch would put the secret path of a personal page into the links of the page.
  const isPersonal = handles.some((handle) => handle?.isPersonal)
  const language = data?.language ?? english
  return (
    <html lang={language.tag} dir={language.direction} data-letters={language.letters}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links />
        <Styles language={language} />
      </head>
      <body>
        {/* In preview, Remix's client starts all components instead. */}
        {scripts.length > 0 && !preview && (
          <InlineScript
            names={['islandLoader']}
            data-islands={islands}
            {...(scripts.includes('form') && { 'data-form': sendForm })}
          />
        )}
        <PreviewContext.Provider value={preview !== undefined}>
          <ImageSourceContext.Provider value={data?.images}>
            <LanguageContext.Provider value={language}>
              <UntranslatedContext.Provider value={new Set(data?.untranslated)}>
                <WordsContext.Provider value={words}>
                  <a className="skip-link button" href={`#${form ?? 'content'}`}>
                    {form ? words.site.skipToForm : words.site.skipToContent}
                  </a>
                  <SiteHeader
                    settings={data?.settings}
                    path={path}
                    query={query}
                    languages={languages}
                  />
                  {languages && !isPersonal && (
                    <LanguageOffers offers={data?.offers ?? []} path={path + query} />
                  )}
                  <main id="content" tabIndex={-1}>
                    {children}
                  </main>
                  <SiteFooter
                    settings={data?.settings}
                    year={data?.year}
                    path={path}
                    query={query}
                    languages={languages}
                  />
                </WordsContext.Provider>
              </UntranslatedContext.Provider>
            </LanguageContext.Provider>
          </ImageSourceContext.Provider>
        </PreviewContext.Provider>
        <SpeculationRules nonce={nonce} />
        <InlineScript names={isPersonal ? ['header'] : ['firstTouch', 'header']} />
        {preview ? (
          <>
            <Suspense>
              <LivePreview kind={preview.kind} />
            </Suspense>
            <Scripts nonce={nonce} />
          </>
        ) : (
          import.meta.env.DEV && <script type="module" src="/@vite/client" />
        )}
      </body>
    </html>
  )
}

export default Outlet

/** Returns the scripts that a route's page needs. */
function scriptsOf(handle: unknown, data: unknown, inPreview: boolean): readonly NeededScript[] {
  const { scripts = [] } = (handle ?? {}) as RouteHandle<() => Promise<unknown>>
  return typeof scripts === 'function' ? scripts(data, inPreview) : scripts
}

/** Renders error pages: a 404 with the text from the content, any other error with the request id. */
export function ErrorBoundary() {
  const data = useRouteLoaderData<typeof loader>('root')
  const error = useRouteError()
  const rendering = useRendering()
  // In preview, the browser renders the page once more, and does not know the id.
  const requestId = data?.preview ? undefined : rendering?.requestId
  if (isNotFound(error)) return <NotFound copy={data?.notFound} />
  const status = isRouteErrorResponse(error) ? error.status : 500
  const stack = import.meta.env.DEV && error instanceof Error ? error.stack : undefined
  return <Failure status={status} requestId={requestId} stack={stack} />
}

function isNotFound(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404
}
