import { problem } from 'halvi-leads/contract'
import * as z from 'zod'
import type { StaffEndpoint } from './endpoint.ts'

/** Returns the OpenAPI 3.1 description of the API (https://spec.openapis.org/oas/v3.1.0). */
export function describeApi(endpoints: readonly StaffEndpoint[]): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const each of endpoints) {
    const path = `/staff/v1${each.path.replace(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [each.method.toLowerCase()]: describe(each) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Leads API for staff',
      version: '1',
      description: 'Used by the Studio of the same site. Requests from other origins are rejected.',
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
            'With embedded content: the session of the Studio. Over https the name is `__Host-lake_session`.',
        },
        sanity: {
          type: 'http',
          scheme: 'bearer',
          description: "With content in a hosted project: the user's Sanity token.",
        },
      },
    },
    security: [{ session: [] }, { sanity: [] }],
  }
}

function describe(each: StaffEndpoint): object {
  const { path, summary, permission, query, body, answer, file, problems } = each
  const errors: Record<string, string> = {
    400: 'The request is invalid. The response lists the errors.',
    401: 'No staff member is signed in.',
    403: 'The role does not allow the request, it came from another site, or the password must be entered again.',
    ...problems,
  }
  return {
    summary,
    ...(permission !== 'signed-in' && { description: `Requires the permission ${permission}.` }),
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
        200: { description: 'Success.', content: json(schemaOf(answer, 'output')) },
      }),
      ...(file && {
        200: { description: 'A file.', content: { [file]: { schema: { type: 'string' } } } },
      }),
      ...(!answer && !file && { 204: { description: 'Success, without content.' } }),
      ...Object.fromEntries(
        Object.entries(errors).map(([status, meaning]) => [
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

/**
 * Returns the query parameters of an endpoint. Parameters that are lists are repeated, as in the `form` style of
 * OpenAPI.
 */
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
