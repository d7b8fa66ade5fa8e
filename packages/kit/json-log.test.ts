import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { english } from 'halvi-site/language/language'
import { describe, expect, it } from 'vitest'
import type { RequestAddress } from '../../app/handler/address.ts'
import { requestLog } from '../../server/middleware/request-log.ts'
import { createLog } from './json-log.ts'
import { until } from './testing/until.ts'

/** An error like those of the PostgreSQL driver after a constraint violation. */
const error = Object.assign(new Error('a rule was broken'), {
  code: '23514',
  detail: 'Failing row contains (canary)',
  parameters: ['canary'],
  cause: Object.assign(new TypeError('below'), { input: 'https://halvi:canary@example.com' }),
})

describe('the log', () => {
  it('contains no secret, wherever it is and however it is written', () => {
    const lines: string[] = []
    const log = createLog('info', { write: (line) => lines.push(line) })
    const id = '01890a5d-ac96-774b-bcce-b302099a8057'
    const canary = 'Canary_ca-nary0canary9'
    const token = `${id}.t0abc1.${canary}`
    const escaped = [...token].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('')
    for (const path of [
      ...[`/%6de/${token}`, `/me//${token}`, `/unsubscrib%65/${token}.`, `/me/${token}.data`],
      ...[`/x?next=/confirm/${token}`, `/me/${escaped}`, `/me/${escaped.replaceAll('%', '%25')}`],
      ...[`/me/${token.replace('C', '%E2%80%8BC')}`, `/me/x%2F${token}`, `/me/\u200b${token}`],
      `/confirm/${id}.${id}.t0abc1.${canary.slice(0, 12)}`,
      `/staff/v1/exports/${canary}Aa0bb1-_22`,
      `/preview/open?pass=${canary}x${'Zy0-_'.repeat(4)}`,
    ]) {
      log.info({ path, referrer: `https://halvi.test${path}` }, `page ${path} not found`)
      log.error({ err: new Error(`no answer from ${path}`) })
    }
    expect(decodeURIComponent(decodeURIComponent(lines.join()))).not.toMatch(/canary|ca-nary/i)
    const signIn = `http://localhost:3000/studio#setup=${'aB1'.repeat(10)}-_`
    log.info({ signIn }, 'Studio')
    expect(lines.at(-1)).toContain(signIn)
    const kept = { requestId: id, path: `/images/${'0a1b2c3d4e'.repeat(4)}-1200x800.webp` }
    log.info(kept)
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject(kept)
  })

  it('contains the code of the nearest cause with a code', () => {
    const lines: string[] = []
    const log = createLog('info', { write: (line) => lines.push(line) })
    const refused = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })
    const errors = [
      new TypeError('fetch failed', { cause: refused }),
      new Error('above', { cause: new Error('between', { cause: refused }) }),
      Object.assign(new Error('own', { cause: refused }), { code: 'OWN' }),
      new TypeError('fetch failed', { cause: new Error('bad port') }),
    ]
    for (const err of errors) log.error({ err }, 'failed')
    const logged = lines.map((line) => JSON.parse(line).err)
    expect(logged.map(({ code }) => code)).toEqual([
      'ECONNREFUSED',
      'ECONNREFUSED',
      'OWN',
      undefined,
    ])
    expect(logged[3].message).toContain('bad port')
  })

  it('contains the origin of an error but not the data that was being stored', async () => {
    const lines: string[] = []
    const log = createLog('info', { write: (line) => lines.push(line) })
    log.error({ err: error }, 'from the process')
    const server = createServer((request, response) => {
      request.address = { language: english, path: '/' } as RequestAddress
      requestLog(log)(request, response)
      request.log.error({ err: error }, 'from a request')
      response.end()
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    await (await fetch(`http://127.0.0.1:${port}/?email=canary`)).text()
    await until(() => expect(lines.length).toBe(3))
    server.close()
    for (const line of lines.slice(0, 2)) {
      const { type, message, stack, code } = JSON.parse(line).err
      expect({ type, message, code }).toEqual({
        type: 'Error',
        message: 'a rule was broken: below',
        code: '23514',
      })
      expect(stack).toContain('log.test.ts')
    }
    expect(lines.join()).not.toContain('canary')
  })
})
