import { problem } from 'halvi-leads/contract'
import * as z from 'zod'
import type { StaffEndpoint } from './endpoint.ts'

/** The API's description in OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.0). */
export function describeApi(endpoints: readonly StaffEndpoint[]): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const each of endpoints) {
    const path = `/staff/v1${each.path.replace(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [each.method.toLowerCase()]: describe(each) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Leads, for those who work here',
      version: '1',
      description: 'Asked by the Studio that the same site serves. Other origins are refused.',
    },
    paths,
    components: {
      schemas: { Problem: schemaOf(problem, 'output') },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'lake_session',
          description:
            'Where the content is embedded: who is signed in to the Studio. Over https the name is `__Host-lake_session`.',
        },
        sanity: {
          type: 'http',
          scheme: 'bearer',
          description: "Where a hosted project has the content: the user's token at Sanity.",
        },
      },
    },
    security: [{ session: [] }, { sanity: [] }],
  }
}

function describe(each: StaffEndpoint): object {
  const { path, summary, permission, query, body, answer, file, problems } = each
  const told: Record<string, string> = {
    400: 'What is wrong with the request.',
    401: 'Nobody who works here is signed in.',
    403: 'Their role does not allow it, a page of another site asked, or the password is needed again.',
    ...problems,
  }
  return {
    summary,
    ...(permission !== 'signed-in' && { description: `Wants the permission ${permission}.` }),
    parameters: [
      ...[...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string' },
      })),
      ...(query ? parametersOf(query) : []),
    ],
    ...(body && { requestBody: { required: true, content: json(schemaOf(body, 'input')) } }),
    responses: {
      ...(answer && {
        200: { description: 'As asked for.', content: json(schemaOf(answer, 'output')) },
      }),
      ...(file && {
        200: { description: 'A file.', content: { [file]: { schema: { type: 'string' } } } },
      }),
      ...(!answer && !file && { 204: { description: 'It is done.' } }),
      ...Object.fromEntries(
        Object.entries(told).map(([status, meaning]) => [
          status,
          {
            description: meaning,
            content: json({ $ref: '#/components/schemas/Problem' }),
          },
        ]),
      ),
    },
  }
}

/** Lists are repeated, as OpenAPI's `form` style has it. */
function parametersOf(query: z.ZodObject): object[] {
  const { properties = {}, required = [] } = schemaOf(query, 'input')
  return Object.entries(properties as Record<string, object>).map(([name, schema]) => ({
    name,
    in: 'query',
    required: (required as string[]).includes(name),
    schema,
  }))
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, '~standard': __, ...rest } = z.toJSONSchema(schema, { io })
  return rest
}

const json = (schema: object) => ({ 'application/json': { schema } })
