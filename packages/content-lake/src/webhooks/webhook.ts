import { isRecord } from '../documents/values.ts'
import { httpError } from '../errors/errors.ts'

export type Operation = 'create' | 'update' | 'delete'

/** When a webhook is triggered, and with what payload. Both are GROQ in which `before()` and `delta::` are defined. */
export interface HookRule {
  on: Operation[]
  filter: string | null
  projection: string | null
}

/** The fields of a webhook that clients set: https://www.sanity.io/docs/http-reference/webhooks */
export interface HookFields {
  type: 'document'
  name: string
  description: string | null
  url: string
  /** The dataset's name, or `*` for all datasets. */
  dataset: string
  rule: HookRule
  apiVersion: string
  httpMethod: string
  includeDrafts: boolean
  includeAllVersions: boolean
  headers: Record<string, string>
  /** Signs the requests. */
  secret: string | null
  isDisabledByUser: boolean
}

export interface Webhook extends HookFields {
  id: string
  projectId: string
  createdAt: string
  createdByUserId: string
}

const OPERATIONS: unknown[] = ['create', 'update', 'delete']
const METHODS: unknown[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]{1,200}$/
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/
/** Headers that Node or the lake sets. */
const RESERVED =
  /^(?:host|connection|content-length|transfer-encoding|content-type|sanity-.*|idempotency-key)$/i

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 20_000
const isOptionalText = (value: unknown) => value === null || isText(value)
const isFlag = (value: unknown) => typeof value === 'boolean'
const isHttpUrl = (value: unknown) =>
  isText(value) && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
const isHeader = ([name, value]: [string, unknown]) =>
  HEADER_NAME.test(name) && !RESERVED.test(name) && HEADER_VALUE.test(String(value))
const isRule = (rule: unknown) =>
  isRecord(rule) &&
  Array.isArray(rule.on) &&
  rule.on.length > 0 &&
  rule.on.every((one) => OPERATIONS.includes(one)) &&
  [rule.filter, rule.projection].every(isOptionalText)

const NO_RULE: HookRule = { on: ['create', 'update', 'delete'], filter: null, projection: null }

/** The default of each field, and whether a value is valid. */
const FIELDS: Record<keyof HookFields, [unknown, (value: unknown) => boolean]> = {
  type: ['document', (value) => value === 'document'],
  name: [undefined, isText],
  description: [null, isOptionalText],
  url: [undefined, isHttpUrl],
  dataset: ['*', isText],
  rule: [NO_RULE, isRule],
  apiVersion: ['v2021-03-25', isText],
  httpMethod: ['POST', (value) => METHODS.includes(value)],
  includeDrafts: [false, isFlag],
  includeAllVersions: [false, isFlag],
  headers: [{}, (value) => isRecord(value) && Object.entries(value).every(isHeader)],
  secret: [null, isOptionalText],
  isDisabledByUser: [false, isFlag],
}

const completeRule = ({ on = NO_RULE.on, filter, projection }: Record<string, unknown>) => ({
  ...{ on, filter: filter || null, projection: projection || null },
})

/**
 * Returns the fields of a request to create or change a webhook, completed with the earlier ones. Throws a `LakeError`
 * 400 that names the invalid field.
 */
export function hookFields(body: unknown, earlier?: HookFields): HookFields {
  if (!isRecord(body)) throw httpError(400, 'The body must be an object')
  const fields: Record<string, unknown> = {}
  for (const [name, [byDefault, isValid]] of Object.entries(FIELDS)) {
    const before = earlier?.[name as keyof HookFields] ?? byDefault
    const given = body[name]
    const value = name === 'rule' && isRecord(given) ? completeRule(given) : given
    fields[name] = value === undefined ? before : value || byDefault
    if (!isValid(fields[name])) throw httpError(400, `"${name}" is missing or invalid`)
  }
  return fields as unknown as HookFields
}
