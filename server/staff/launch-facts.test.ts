import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { lastBackup, recordBackup } from '../backup/last-backup.ts'
import { readSettings } from '../settings/settings.ts'
import { readLaunchFacts } from './launch-facts.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'launch-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

it('returns the current settings without secrets', () => {
  const secret = `whsec_${Buffer.alloc(32, 'x').toString('base64')}`
  const settings = readSettings({
    DATA_DIR: dataDir,
    SITE_URL: 'https://halvi.test',
    TRUST_PROXY: '1',
    FORM_ENDPOINT_URL: 'https://name:word@hooks.test/a-secret-path?key=k',
    FORM_ENDPOINT_SECRET: secret,
  })
  const person = {
    id: 'p1',
    name: 'Amina',
    email: 'amina@halvi.test',
    roles: ['leads', 'administrator'],
  }
  const profiles = () => [
    { ...person, removed: false },
    { ...person, removed: true },
    { ...person, roles: ['editor'], removed: false },
  ]
  expect(readLaunchFacts(settings, { profiles }).lastBackup).toBeNull()
  recordBackup(dataDir)
  const facts = readLaunchFacts(settings, { profiles })
  expect(facts).toEqual({
    siteUrl: 'https://halvi.test',
    proxies: 1,
    endpoint: { host: 'hooks.test', signed: true },
    lastBackup: lastBackup(dataDir)?.toISOString(),
    administrators: 1,
  })
  expect(JSON.stringify(facts)).not.toMatch(/whsec|word|secret/)
})

it('returns null for missing settings', () => {
  expect(readLaunchFacts(readSettings({ DATA_DIR: '/none' }), undefined)).toEqual({
    siteUrl: null,
    proxies: 0,
    endpoint: null,
    lastBackup: null,
    administrators: null,
  })
})
