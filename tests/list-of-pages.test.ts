import { pathToFileURL } from 'node:url'
import { forms } from 'halvi-leads/forms'
import type { FormAction } from 'halvi-leads/submit'
import { fillParameters } from 'halvi-site/addresses'
import { pages, programs } from 'halvi-site/pages'
import { root } from 'halvi-site/root'
import { expect, it } from 'vitest'
import { type RoutesOfBuild, siteRoutes } from '../app/handler/site-routes.ts'

const build: RoutesOfBuild = await import(pathToFileURL(`${root}build/server/index.js`).href)
const routes = Object.values(build.routes).flatMap((route) => route ?? [])
const { at: routeAt } = siteRoutes(build)

/** Routes of the preview, of personal links, and of the 404 page, which are not in the list. */
const unlisted = /^routes\/(preview\.|(confirm|me|unsubscribe)\.|\$$)/

it('every page in the list has a route, and every route that shows a page is in the list', () => {
  // The catch-all route shows the pages that are built from sections.
  const listed = pages
    .filter(({ document }) => document !== 'page')
    .flatMap(({ path }) =>
      programs.map((key) => {
        const some = fillParameters(path, { slug: 'some', key, program: key }) ?? path
        return { path: some, id: routeAt(some)?.id }
      }),
    )
  expect(listed.filter(({ id }) => id === undefined)).toEqual([])
  const ids = listed.map(({ id }) => id)
  const shown = routes.filter(({ id, module }) => id !== 'root' && 'default' in module)
  const missing = shown.map(({ id }) => id).filter((id) => !ids.includes(id))
  expect(missing.filter((id) => !unlisted.test(id))).toEqual([])
})

it('no page is a child route, which would render inside its parent', () => {
  const inside = routes.filter(({ id, parentId }) => id !== 'root' && parentId !== 'root')
  expect(inside.map(({ id }) => id)).toEqual([])
})

it('the list of forms contains exactly the forms that routes accept', () => {
  const parameters = [{}, ...programs.map((program) => ({ program }))]
  const submitted = routes.flatMap(({ module }) => {
    const { formOf } = (module.action ?? {}) as Partial<FormAction>
    return parameters.flatMap((given) => formOf?.(given)?.name ?? [])
  })
  expect(new Set(submitted)).toEqual(new Set(forms.map(({ name }) => name)))
})
