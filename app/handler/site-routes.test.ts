import { matchRoutes } from '@remix-run/react'
import { expect, it } from 'vitest'
import { type RoutesOfBuild, siteRoutes } from './site-routes.ts'

const paths = ['preview/enable', 'preview/changes', 'waitlist', 'services/:slug']
const routes: RoutesOfBuild['routes'] = Object.fromEntries(
  paths.map((path) => [path, { id: path, path, module: {} }]),
)
const routeAt = siteRoutes({ routes }).at

/** Returns the id of the route with which Remix handles a raw request target. */
function remixRouteAt(target: string): string | undefined {
  const { pathname } = new URL(`http://halvi.test${target}`)
  const plain = pathname.replace(/\.data$/, '')
  return matchRoutes(
    paths.map((path) => ({ id: path, path })),
    plain,
  )?.at(-1)?.route.id
}

/** Returns other spellings of a path, some of which are equivalent to it. */
function spellings(path: string): string[] {
  const escaped = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`
  return [
    ...[path, path.toUpperCase(), `${path}.data`, `${path}.DATA`, `/.${path}`, `/x/..${path}`],
    ...['/', '//', '/.', '//.', '/./', '/x/..', '%2F', '%2f', '\\', '?a', '/?a', '%20', '%00'].map(
      (end) => path + end,
    ),
    ...['/', '/\\', '/%2e', '/%2E/x/%2e%2e', '/%2F'].map((start) => start + path),
    ...[path.replace(/.$/, escaped), path.replace(/^\/./, (two) => `/${escaped(two.slice(1))}`)],
    path.replaceAll(/[a-z]/g, escaped),
    ...['//', '\\', '/./', '/x/../', '%2F', '%252F', '/%2e/'].map((slash) =>
      path.replace(/(?<=.)\//, slash),
    ),
  ]
}

it.each(['/preview/enable', '/preview/changes', '/waitlist', '/services/eats'])(
  'finds the same route as Remix for all spellings of %s',
  (path) => {
    const all = spellings(path)
    const found = all.map((target) => [target, routeAt(target.split('?')[0] ?? '')?.id])
    expect(found).toEqual(all.map((target) => [target, remixRouteAt(target)]))
    expect(found.filter(([, id]) => id !== undefined).length).toBeGreaterThan(12)
  },
)
