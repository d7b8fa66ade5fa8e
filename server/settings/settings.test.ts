import { describe, expect, it } from 'vitest'
import { readSettings } from './settings.ts'
import { StartError } from './start-error.ts'

describe('readSettings', () => {
  it('has a default for everything', () => {
    expect(readSettings({})).toMatchObject({
      PORT: 3000,
      HOST: '0.0.0.0',
      DATA_DIR: './data',
      RATE_LIMIT: { submissions: 30, seconds: 600 },
      TRUST_PROXY: 0,
    })
  })

  it('listens on loopback alone while developing', () => {
    expect(readSettings({ NODE_ENV: 'development' }).HOST).toBe('127.0.0.1')
  })

  it('takes an empty value for an unset one', () => {
    expect(readSettings({ PORT: '', FORM_ENDPOINT_URL: ' ' })).toMatchObject({ PORT: 3000 })
  })

  it.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['PORT', '1.5'],
    ['SITE_URL', 'halvi.com'],
    ['SITE_URL', 'https://halvi.com/en'],
    ['DATABASE_URL', 'mysql://localhost/halvi'],
    ['FORM_ENDPOINT_URL', 'ftp://example.com'],
    ['SANITY_PROJECT_ID', 'Not An Id'],
    ['STUDIO_PASSWORD', 'short'],
    ['RATE_LIMIT', '30'],
    ['RATE_LIMIT', '0/10m'],
    ['TRUST_PROXY', 'yes'],
    ['METRICS_TOKEN', 'short'],
    ['METRICS_TOKEN', 'long enough but with spaces'],
    ['LOG_LEVEL', 'loud'],
  ])('refuses %s=%s in one line that names it', (name, value) => {
    const read = () => readSettings({ [name]: value })
    expect(read).toThrow(StartError)
    expect(read).toThrow(new RegExp(`^${name} [^\\n]+$`))
  })

  it('shows what an address of a database looks like', () => {
    const read = () => readSettings({ DATABASE_URL: 'mysql://localhost/halvi' })
    expect(read).toThrow(/such as postgres:\/\//)
  })

  it('names every wrong setting at once', () => {
    expect(() => readSettings({ PORT: 'x', RATE_LIMIT: 'x' })).toThrow(/PORT .*; RATE_LIMIT /)
  })
})
