import { storable } from 'halvi-leads'
import * as z from 'zod'
import type { StaffEndpoint } from './endpoint.ts'
import { ProblemError } from './problem.ts'

/**
 * Parses query parameters with the schema of an endpoint. Lists are repeated parameters; numbers and booleans are
 * written as in JSON.
 *
 * @throws ProblemError
 */
export function readQuery({ query }: StaffEndpoint, params: URLSearchParams): unknown {
  const shape = query?.shape ?? {}
  const input: Record<string, unknown> = {}
  for (const name of new Set(params.keys())) {
    const values = params.getAll(name)
    const kind = Object.hasOwn(shape, name) ? inner(shape[name]) : undefined
    if (kind instanceof z.ZodArray) input[name] = values
    else input[name] = values.length > 1 ? values : readScalar(kind, values[0] ?? '')
  }
  return validated(query ?? z.strictObject({}), input)
}

/** Returns the inner schema of an optional value or a value with a default. */
function inner(schema: unknown): unknown {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
    ? inner(schema.unwrap())
    : schema
}

function readScalar(kind: unknown, text: string): unknown {
  if (kind instanceof z.ZodNumber) return /^-?\d{1,15}$/.test(text) ? Number(text) : text
  if (kind instanceof z.ZodBoolean) return { true: true, false: false }[text] ?? text
  return text
}

/**
 * Parses a body with the schema of an endpoint.
 *
 * @throws ProblemError that lists the errors
 */
export function readBody({ body }: StaffEndpoint, input: unknown): unknown {
  return validated(body ?? z.undefined(), input)
}

/** Returns a value with all its texts converted to a form that can be stored. */
function storableValue(value: unknown): unknown {
  if (typeof value === 'string') return storable(value)
  if (Array.isArray(value)) return value.map(storableValue)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, storableValue(part)]))
}

/** Maximum number of errors that are reported. */
const maxIssues = 20

function validated(schema: z.ZodType, input: unknown): unknown {
  const { success, data, error } = schema.safeParse(input)
  // Only after validation, because invalid input may be nested too deeply for recursion.
  if (success) return storableValue(data)
  throw new ProblemError(400, 'The request is invalid', {
    issues: error.issues.slice(0, maxIssues).map(({ path, message }) => ({
      path: path.join('.').slice(0, 200),
      message: message.slice(0, 500),
    })),
  })
}
