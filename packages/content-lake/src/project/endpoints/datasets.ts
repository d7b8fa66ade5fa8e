import { commentsName } from '../../dataset/comments.ts'
import { isRecord } from '../../documents/values.ts'
import { httpError } from '../../errors/errors.ts'
import { readCurrentJson } from '../../http/body.ts'
import { type ApiExchange, get, type Route } from '../../http/router.ts'
import { checkDatasetName } from '../dataset-name.ts'
import { datasetNotFound } from '../datasets.ts'
import type { Project } from '../project.ts'
import type { AclMode, AliasRow, DatasetRow } from '../project-store.ts'

const BODY_BYTES = 16_384

/**
 * Returns the routes that list, create, copy, and delete datasets and their aliases:
 * https://www.sanity.io/docs/http-reference/datasets
 */
export function datasetListRoutes(project: Project): Route[] {
  const { store } = project
  const datasets = `projects/${project.id}/datasets`
  const aliases = `projects/${project.id}/aliases`
  const change = (method: 'PUT' | 'PATCH' | 'DELETE', path: string, handle: Route['handle']) =>
    ({ methods: [method], path, handle, needs: 'project' }) satisfies Route
  const named = (name: string): DatasetRow => {
    const found = store.datasets.get(name)
    if (!found) throw datasetNotFound(name, project.id)
    return found
  }
  const alias = (name: string): AliasRow => {
    const found = store.aliases.get(name)
    if (!found) throw httpError(404, `Alias "${name.slice(0, 100)}" not found`)
    return found
  }
  const target = (body: Record<string, unknown>): string | null =>
    body.datasetName === undefined || body.datasetName === null
      ? null
      : named(String(body.datasetName)).name

  const link = (name: string, dataset: string | null) => {
    store.aliases.set(name, { name, dataset })
    return listedAlias({ name, dataset })
  }

  /** Returns whether a dataset is not the one for the comments of another. */
  const isContent = ({ name }: DatasetRow) =>
    !store.datasets.all().some((other) => commentsName(other.name) === name)

  return [
    get(datasets, ({ url }) => {
      const profile = url.searchParams.get('datasetProfile')
      if (profile === null) return store.datasets.all().filter(isContent).map(listed)
      const name = commentsName(url.searchParams.get('addonFor') ?? '')
      return profile === 'comments' && store.datasets.get(name)
        ? [{ name, datasetProfile: profile }]
        : []
    }),
    change('PUT', `${datasets}/*`, async (exchange) => {
      const [name, acl] = [nameIn(exchange), aclModeOf(await bodyOf(exchange))]
      project.create(name, acl, exchange.user?.id ?? '')
      return { datasetName: name, aclMode: acl }
    }),
    change('PATCH', `${datasets}/*`, async (exchange) => {
      const { name } = named(nameIn(exchange))
      const { aclMode = null } = await bodyOf(exchange)
      const acl = aclModeOf({ aclMode })
      store.datasets.set(name, { ...named(name), acl })
      if (acl === 'private') project.find(name)?.endAnonymous?.()
      return { datasetName: name, aclMode: acl }
    }),
    change('DELETE', `${datasets}/*`, async (exchange) => {
      await project.delete(nameIn(exchange))
      return { deleted: true }
    }),
    // Copies are complete when the response is sent, so that none is ever listed or followed.
    get(`${datasets}/copy`, () => []),
    change('PUT', `${datasets}/*/copy`, async (exchange) => {
      const { targetDataset } = await bodyOf(exchange)
      if (typeof targetDataset !== 'string') throw httpError(400, 'targetDataset is missing')
      project.copy(nameIn(exchange), targetDataset, exchange.user?.id ?? '')
      return {
        ...{ datasetName: targetDataset, aclMode: named(targetDataset).acl },
        ...{ jobId: `copy-${targetDataset}`, message: 'The dataset was copied' },
      }
    }),
    get('jobs/*', ({ segments }) => ({ id: segments[1], state: 'completed', progress: 100 })),
    {
      methods: ['GET'],
      path: 'jobs/*/listen',
      // Sanity's CLI sends no token here.
      anonymous: 'always',
      handle({ response }) {
        response.writeHead(200, {
          'Content-Type': 'text/event-stream',
          'Cache-Control': 'no-cache',
        })
        response.end('event: job\ndata: {"state":"completed","progress":100}\n\n')
      },
    },
    get(aliases, () => store.aliases.all().map(listedAlias)),
    change('PUT', `${aliases}/*`, async (exchange) => {
      const name = nameIn(exchange)
      checkDatasetName(name, 'Alias')
      if (store.aliases.get(name)) throw httpError(409, `Alias "${name}" already exists`)
      return link(name, target(await bodyOf(exchange)))
    }),
    change('PATCH', `${aliases}/*`, async (exchange) => {
      const { name } = alias(nameIn(exchange))
      return link(name, target(await bodyOf(exchange)))
    }),
    change('PATCH', `${aliases}/*/unlink`, (exchange) => {
      const before = alias(nameIn(exchange))
      link(before.name, null)
      return listedAlias(before)
    }),
    change('DELETE', `${aliases}/*`, (exchange) => {
      const { name } = alias(nameIn(exchange))
      store.aliases.delete(name)
      return { deleted: true, aliasName: name }
    }),
  ]
}

function nameIn({ segments }: ApiExchange): string {
  return segments[3] ?? ''
}

async function bodyOf(exchange: ApiExchange): Promise<Record<string, unknown>> {
  const body = (await readCurrentJson(exchange, BODY_BYTES)) ?? {}
  if (!isRecord(body)) throw httpError(400, 'The body must be an object')
  return body
}

function aclModeOf({ aclMode = 'public' }: Record<string, unknown>): AclMode {
  if (aclMode === 'public' || aclMode === 'private') return aclMode
  throw httpError(400, 'aclMode must be "public" or "private"')
}

function listed({ name, acl, created, author }: DatasetRow) {
  return {
    ...{ name, aclMode: acl, createdAt: created, createdByUserId: author },
    ...{ addonFor: null, datasetProfile: 'content', features: [], tags: [] },
  }
}

function listedAlias({ name, dataset }: AliasRow) {
  return { name, aliasName: name, datasetName: dataset }
}
