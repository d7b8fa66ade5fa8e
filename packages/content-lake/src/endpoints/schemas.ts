import type { Dataset } from '../dataset/dataset.ts'
import type { SanityDocument } from '../documents/document.ts'
import { checkDocumentId } from '../documents/ids.ts'
import { isRecord } from '../documents/values.ts'
import { httpError } from '../errors/errors.ts'
import { readCurrentJson } from '../http/body.ts'
import { type ApiExchange, get, type Route } from '../http/router.ts'
import { requestLimits } from '../limits/limits.ts'

const PREFIX = '_.schemas.'
const TYPE = 'system.schema'

/**
 * Returns the routes for the schemas of a Studio's workspaces, which `sanity schemas deploy` stores as documents:
 * `_.schemas.<workspace>`, with a tag `_.schemas.<workspace>.tag.<tag>`.
 */
export function schemaRoutes(dataset: Dataset, projectId: string, name: string): Route[] {
  const path = `projects/${projectId}/datasets/${name}/schemas`
  const stored = (id: string) => [dataset.get(id)].filter((one) => one?._type === TYPE)
  const idOf = ({ segments }: ApiExchange) => segments[5] ?? ''
  const needs = 'schemas'
  return [
    get(path, () => [...dataset.ids()].filter((id) => id.startsWith(PREFIX)).flatMap(stored), {
      needs,
    }),
    get(`${path}/*`, (exchange) => stored(idOf(exchange)), { needs }),
    {
      ...{ methods: ['PUT'], path, needs },
      async handle(exchange) {
        const body = await readCurrentJson(exchange, requestLimits.bodyBytes)
        const given = isRecord(body) && Array.isArray(body.schemas) ? body.schemas : []
        if (given.length === 0) throw httpError(400, 'The body must have a list of schemas')
        const schemas = given.map(schemaDocument)
        write(
          exchange,
          schemas.map((schema) => ({ createOrReplace: schema })),
        )
        return schemas.flatMap(({ _id }) => stored(_id))
      },
    },
    {
      ...{ methods: ['DELETE'], path: `${path}/*`, needs },
      handle(exchange) {
        const id = idOf(exchange)
        if (stored(id).length === 0) return { deleted: false }
        write(exchange, [{ delete: { id } }])
        return { deleted: true }
      },
    },
  ]

  function write({ user }: ApiExchange, mutations: Parameters<Dataset['transact']>[0]): void {
    dataset.transact(mutations, { author: user?.id ?? '', unbounded: true })
  }
}

/** Returns the document of a deployed schema, in which the schema is JSON text. Throws a `LakeError` 400. */
function schemaDocument(given: unknown): Pick<SanityDocument, '_id' | '_type'> {
  const { workspace, schema, tag, version } = isRecord(given) ? given : {}
  if (!isRecord(workspace) || typeof workspace.name !== 'string' || schema === undefined)
    throw httpError(400, 'Each schema must have a workspace with a name, and a schema')
  const id = `${PREFIX}${workspace.name}${typeof tag === 'string' ? `.tag.${tag}` : ''}`
  checkDocumentId(id)
  const text = typeof schema === 'string' ? schema : JSON.stringify(schema)
  const { name, title } = workspace
  const described = { name, ...(typeof title === 'string' && { title }) }
  return {
    ...{ _id: id, _type: TYPE, workspace: described, schema: text },
    ...(typeof tag === 'string' && { tag }),
    ...(typeof version === 'string' && { version }),
  }
}
