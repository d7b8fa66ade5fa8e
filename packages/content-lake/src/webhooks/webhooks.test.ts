import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { isValidSignature, SIGNATURE_HEADER_NAME } from '@sanity/webhook'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { Dataset } from '../dataset/dataset.ts'
import { Evaluator } from '../evaluation/evaluator.ts'
import { evaluateRules } from '../evaluation/hook-rules.ts'
import { ProjectStore } from '../project/project-store.ts'
import { EventQueue } from '../testing/follow.ts'
import { until } from '../testing/until.ts'
import { Webhooks } from './webhooks.ts'

interface Received {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

let directory: string
let dataset: Dataset
let store: ProjectStore
let evaluator: Evaluator
let webhooks: Webhooks
let received: EventQueue<Received>
/** Sends the responses of the receiver, in order. The default is 200. */
let answers: ((response: ServerResponse) => void)[]
let errors: unknown[]

const receiver = createServer(async (request, response) => {
  const { method = '', url = '', headers } = request
  received.push({ method, url, headers, body: await text(request) })
  const answer = answers.shift()
  if (answer) answer(response)
  else response.end('thanks')
})
let url: string

const answer =
  (status: number, headers = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end()

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lake-hooks-'))
  store = new ProjectStore(directory)
  dataset = new Dataset({ directory, projectId: 'testing', dataset: 'production' })
  evaluator = new Evaluator({ dataset, projectId: 'testing', name: 'production' })
  dataset.onTransaction((transaction) => webhooks.publish('production', transaction))
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
})
beforeEach(() => {
  received = new EventQueue()
  answers = []
  errors = []
  webhooks = open({ allowsLocal: true })
})
// Each test starts without webhooks and documents.
afterEach(() => {
  for (const { id } of webhooks.list()) webhooks.delete(id)
  webhooks.close()
  transact({ delete: { query: '*' } })
})
afterAll(async () => {
  evaluator.close()
  dataset.close()
  store.close()
  receiver.closeAllConnections()
  await new Promise((resolve) => receiver.close(resolve))
  await rm(directory, { recursive: true, force: true })
})

function open(options: { allowsLocal: boolean; timeoutMs?: number }) {
  return new Webhooks({
    ...{ projectId: 'testing', store: store.webhooks, retryMs: [1, 1] },
    evaluate: evaluateRules((name) => (['production', '*'].includes(name) ? evaluator : undefined)),
    onError: (error) => errors.push(error),
    ...options,
  })
}

const transact = (...mutations: unknown[]) => dataset.transact(mutations as never, { author: 'me' })
const create = (_id: string, rest = {}) => ({ create: { _id, _type: 'post', ...rest } })

/** Resolves when the log of a webhook has an attempt that fulfills the condition. */
async function attemptOf(id: string, isWanted: (attempts: { isFailure: boolean }[]) => boolean) {
  await until(() => isWanted(webhooks.deliveries(id).attempts))
  return webhooks.deliveries(id).attempts
}

it('signs the projection of each change, with the headers that describe it', async () => {
  const projection = `{
    _id, title, "was": before().title, "operation": delta::operation(),
    "dataset": sanity::dataset(), "author": author->name
  }`
  const filter = '_type == "post" && (delta::operation() != "update" || delta::changedAny(title))'
  const rule = { on: ['create', 'update', 'delete'], filter, projection }
  const headers = { 'X-Own': 'yes' }
  const fields = { name: 'posts', url, rule, headers, secret: 'a secret' }
  const { id } = await webhooks.create(fields, 'me')
  const author = { author: { _type: 'reference', _ref: 'pat' } }
  transact(
    { create: { _id: 'pat', _type: 'person', name: 'Pat' } },
    create('one', { title: 'A', ...author }),
  )
  const created = await received.next()
  expect(JSON.parse(created.body)).toEqual({
    ...{
      _id: 'one',
      title: 'A',
      was: null,
      operation: 'create',
      dataset: 'production',
      author: 'Pat',
    },
  })
  const signature = String(created.headers[SIGNATURE_HEADER_NAME])
  expect(await isValidSignature(created.body, signature, 'a secret')).toBe(true)
  expect(await isValidSignature(created.body, signature, 'another')).toBe(false)
  transact({ patch: { id: 'one', set: { other: 1 } } })
  const { transactionId } = transact({ patch: { id: 'one', set: { title: 'B' } } })
  const updated = await received.next()
  expect(JSON.parse(updated.body)).toMatchObject({ title: 'B', was: 'A', operation: 'update' })
  expect(updated).toMatchObject({
    method: 'POST',
    headers: {
      'x-own': 'yes',
      'content-type': 'application/json',
      'idempotency-key': expect.stringContaining(transactionId),
      'sanity-transaction-id': transactionId,
      'sanity-project-id': 'testing',
      'sanity-dataset': 'production',
      'sanity-document-id': 'one',
      'sanity-operation': 'update',
      'sanity-webhook-id': id,
    },
  })
  transact({ delete: { id: 'one' } })
  expect(JSON.parse((await received.next()).body)).toMatchObject({
    _id: 'one',
    operation: 'delete',
  })
  expect(errors).toEqual([])
})

it('sends whole documents without a projection, drafts only on request, and survives a restart', async () => {
  const rule = { on: ['create'] }
  await webhooks.create({ name: 'published', url: `${url}?published`, rule }, 'me')
  await webhooks.create({ name: 'all', url: `${url}?all`, rule, includeDrafts: true }, 'me')
  await webhooks.create({ name: 'other', url: `${url}?other`, rule, dataset: 'staging' }, 'me')
  webhooks.close()
  webhooks = open({ allowsLocal: true })
  transact(create('drafts.one'))
  const draft = await received.next()
  expect([draft.url, JSON.parse(draft.body)._id]).toEqual(['/hook?all', 'drafts.one'])
  transact(create('two'))
  const urls = [await received.next(), await received.next()].map((one) => one.url)
  expect(urls.sort()).toEqual(['/hook?all', '/hook?published'])
  const [, all] = webhooks.list()
  await webhooks.update(all?.id ?? '', { isDisabledByUser: true })
  transact(create('three'))
  expect((await received.next()).url).toBe('/hook?published')
  expect(received.waiting).toBe(0)
})

it('retries failures of the receiver in order, and logs each attempt', async () => {
  answers.push(answer(500), answer(429))
  const { id } = await webhooks.create({ name: 'posts', url }, 'me')
  transact(create('one'))
  transact(create('two'))
  const attempts = await attemptOf(id, (all) => all.length === 4)
  expect(attempts.map(({ resultCode }) => resultCode)).toEqual([500, 429, 200, 200])
  const keys = [1, 2, 3, 4].map(async () => (await received.next()).headers['idempotency-key'])
  const [first, second, third, fourth] = await Promise.all(keys)
  expect([first === second, second === third, third === fourth]).toEqual([true, true, false])
  expect(webhooks.deliveries(id).messages).toMatchObject([
    { status: 'success', failureCount: 2, resultCode: 200 },
    { status: 'success', failureCount: 0, resultCode: 200 },
  ])
  expect(webhooks.attempt(attempts[0]?.id ?? '')).toMatchObject({ failureReason: 'http' })
})

it('neither follows redirects nor retries what the receiver rejects', async () => {
  answers.push(answer(302, { Location: '/elsewhere' }), answer(404))
  const { id } = await webhooks.create({ name: 'posts', url }, 'me')
  transact(create('one'))
  transact(create('two'))
  const attempts = await attemptOf(id, (all) => all.length === 2)
  expect(attempts.map(({ resultCode }) => resultCode)).toEqual([302, 404])
  expect((await received.next()).url).toBe('/hook')
  expect((await received.next()).url).toBe('/hook')
  expect(webhooks.deliveries(id).messages.map(({ status }) => status)).toEqual([
    'failure',
    'failure',
  ])
})

it('gives up a receiver that never answers', async () => {
  webhooks.close()
  webhooks = open({ allowsLocal: true, timeoutMs: 50 })
  answers.push(...new Array(3).fill(() => {}))
  const { id } = await webhooks.create({ name: 'posts', url }, 'me')
  transact(create('one'))
  const attempts = await attemptOf(id, (all) => all.length === 3)
  expect(attempts).toMatchObject(new Array(3).fill({ failureReason: 'timeout', resultCode: null }))
})

it('reaches neither this machine nor private networks unless that is allowed', async () => {
  webhooks.close()
  webhooks = open({ allowsLocal: false })
  const { port } = new URL(url)
  for (const host of [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '2130706433',
    '10.0.0.1',
  ]) {
    const { id } = await webhooks.create({ name: host, url: `http://${host}:${port}/` }, 'me')
    transact({ create: { _type: 'post' } })
    const [attempt] = await attemptOf(id, (all) => all.length === 1)
    expect(attempt, host).toMatchObject({ isFailure: true, failureReason: 'other' })
    expect(attempt?.resultBody).toContain('not public')
    webhooks.delete(id)
  }
  expect(received.waiting).toBe(0)
})

it.each([
  [{ url: 'ftp://example.com' }, 'url'],
  [{ rule: { on: ['publish'] } }, 'rule'],
  [{ rule: { filter: '_type ==' } }, 'GROQ'],
  [{ headers: { 'Content-Length': '1' } }, 'headers'],
  [{ headers: { 'X-Own': 'a\r\nb' } }, 'headers'],
  [{ httpMethod: 'TRACE' }, 'httpMethod'],
])('rejects a webhook with %j', async (fields, name) => {
  const creation = webhooks.create({ name: 'bad', url, ...fields }, 'me')
  await expect(creation).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringContaining(name),
  })
  expect(webhooks.list()).toEqual([])
})
