import { type Page, pages } from 'halvi-site/pages'
import { type DocumentResolver, defineDocuments } from 'sanity/presentation'

const parametersOf = ({ path }: Page) => path.split(':').length - 1

const fixed = pages.filter((page) => parametersOf(page) === 0)
const withParameters = pages.filter((page) => parametersOf(page) > 0)
const byParameters = [...withParameters].sort((a, b) => parametersOf(a) - parametersOf(b))

/** The first segment of the pages in other languages. A page built from sections can begin with the same letters. */
const language = '/:language([a-z]{2,3}|[a-z]{2,3}-[a-z-]+)'

/** The main document of each page, found by the page's path. The first match wins. */
export const mainDocuments = defineDocuments([
  // Opens the preview before its first page, so that no document is missing.
  { route: '/preview/:step', resolve: () => undefined },
  ...fixed.map(resolverOf),
  ...[...fixed, ...byParameters].map(translationOf),
  ...byParameters.map(resolverOf),
])

/** Returns the filter for the original that a page shows. A slug or key of its path is the parameter `value`. */
function filterOf({ path, document: type }: Page): string {
  const [, name = ''] = /:(slug|key)/.exec(path) ?? []
  const field = name === 'slug' ? 'slug.current' : name
  return `_type == "${type}" && !defined(language)${field && ` && ${field} == $value`}`
}

type Parameters = Record<string, string | string[]>

/** Returns the slug or key in a path. A slug with slashes is a list of segments. */
const slugOrKey = ({ slug, key }: Parameters) => [slug ?? key ?? ''].flat().join('/')

function resolverOf(page: Page): DocumentResolver {
  const params = ({ params }: { params: Parameters }) => ({ value: slugOrKey(params) })
  return { route: page.path, filter: filterOf(page), params }
}

function translationOf(page: Page): DocumentResolver {
  return {
    route: `${language}${page.path.replace(/^\/$/, '')}`,
    filter: `language == $language && _id in *[_type == "translation.metadata"
      && count(translations[value._ref in *[${filterOf(page)}]._id]) > 0].translations[].value._ref
      || _type == "page" && !defined(language) && slug.current == $path`,
    params: ({ params, path }) => ({
      ...{ language: String(params.language), value: slugOrKey(params), path: path.slice(1) },
    }),
  }
}
