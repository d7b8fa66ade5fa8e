import { type DocumentResolver, defineDocuments } from 'sanity/presentation'
import { type Page, pages } from '../../app/pages.ts'

const parametersOf = ({ path }: Page) => path.split(':').length - 1

/** The main document of each page, found by the page's path. The first match wins. */
export const mainDocuments = defineDocuments([
  // Opens the preview before its first page, so that no document is missing.
  { route: '/preview/:step', resolve: () => undefined },
  ...[...pages].sort((a, b) => parametersOf(a) - parametersOf(b)).map(resolverOf),
])

function resolverOf({ path: route, document: type, slug }: Page): DocumentResolver {
  if (slug !== undefined) {
    return { route, filter: `_type == "${type}" && slug.current == "${slug}"` }
  }
  const [, name = ''] = /:(slug|key)/.exec(route) ?? []
  if (!name) return { route, type }
  return {
    route,
    filter: `_type == "${type}" && ${name === 'slug' ? 'slug.current' : name} == $value`,
    // A slug with slashes is a list of segments.
    params: ({ params }) => ({ value: [params[name] ?? ''].flat().join('/') }),
  }
}
