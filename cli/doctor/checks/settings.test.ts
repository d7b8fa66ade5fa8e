import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readSettings } from '../../../server/settings/settings.ts'
import { checkSettings } from './settings.ts'

const statuses = async (environment: Record<string, string>) => {
  const signal = AbortSignal.timeout(20_000)
  const findings = await checkSettings(readSettings(environment), signal)
  return findings.map(({ status, found }) => `${status} ${found.split(' ')[0]}`)
}

it.each([
  [
    'correct settings',
    { SITE_URL: 'https://halvi.test', TRUST_PROXY: '1', HOST: '127.0.0.1' },
    ['ok https://halvi.test,'],
  ],
  ['a missing SITE_URL', {}, ['warn SITE_URL']],
  ['a SITE_URL without TLS', { SITE_URL: 'http://halvi.test' }, ['warn SITE_URL']],
  ['a proxy that is not trusted', { SITE_URL: 'https://halvi.test' }, ['FAIL TRUST_PROXY']],
  [
    'a public port behind a proxy, without a rate limit',
    { SITE_URL: 'https://halvi.test', TRUST_PROXY: '1', RATE_LIMIT: 'off' },
    [...(existsSync('/.dockerenv') ? [] : ['warn HOST']), 'warn RATE_LIMIT'],
  ],
])('checks %s', async (_case, environment, expected) => {
  expect(await statuses(environment as Record<string, string>)).toEqual(expected)
})
