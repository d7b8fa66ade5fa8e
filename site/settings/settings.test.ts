import { StartError } from 'halvi-kit/processes/start-error'
import { describe, expect, it } from 'vitest'
import { readSettings } from './settings.ts'

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

  it('listens only on loopback in development', () => {
    expect(readSettings({ NODE_ENV: 'development' }).HOST).toBe('127.0.0.1')
  })

  it('treats an empty value as unset', () => {
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
    ['FORM_ENDPOINT_URL', 'https://user:50%@example.com/leads'],
    ['FORM_ENDPOINT_URL', 'https://us%er:password@example.com/leads'],
    ['FORM_ENDPOINT_URL', 'https://user:%ff%zz@example.com/leads'],
    ['FORM_ENDPOINT_URL', 'https://user:%C3@example.com/leads'],
    ['DATABASE_URL', 'postgres://user:50%@localhost/halvi'],
    ['DATABASE_URL', 'postgres://user:password@localhost/hal%vi'],
    ['SITE_URL', 'https://user:50%@example.com'],
    ['SANITY_PROJECT_ID', 'Not An Id'],
    ['STUDIO_PASSWORD', 'short'],
    ['FORM_ENDPOINT_SECRET', `whsec_${Buffer.alloc(65).toString('base64')}`],
    ['FORM_ENDPOINT_SECRET', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    ['FORM_ENDPOINT_SECRET', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw?'],
    ['RATE_LIMIT', '30'],
    ['RATE_LIMIT', '0/10m'],
    ['TRUST_PROXY', 'yes'],
    ['METRICS_TOKEN', 'short'],
    ['METRICS_TOKEN', 'long enough but with spaces'],
    ['LOG_LEVEL', 'loud'],
    ['MAIL_FROM', 'Halvi'],
    ['MAIL_FROM', 'Halvi <grüße@halvi.test>'],
    ['MAIL_REPLY_TO', 'مرحبا@halvi.test'],
    ['MAIL_FROM', 'Halvi <a;b@halvi.test>'],
    ['MAIL_FROM', 'a@halvi.test, b@halvi.test'],
    ['MAIL_FROM', 'Team: a@halvi.test;'],
    ['MAIL_FROM', 'Hal\u0007vi <a@halvi.test>'],
    ['MAIL_REPLY_TO', 'Halvi <hello@halvi.test> (team)'],
  ])('rejects %s=%s in one line with the name of the setting', (name, value) => {
    const read = () => readSettings({ [name]: value })
    expect(read).toThrow(StartError)
    expect(read).toThrow(new RegExp(`^${name} [^\\n]+$`))
  })

  it.each([
    ['FORM_ENDPOINT_SECRET', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    ['FORM_ENDPOINT_SECRET', `whsec_${Buffer.alloc(64).toString('base64')}`],
    ['FORM_ENDPOINT_URL', 'https://user:50%25%40%C3%A9@example.com/a%20b%'],
    ['DATABASE_URL', 'postgres://us%40er:50%25@localhost/halvi?sslmode=disable'],
    ['DATABASE_URL', 'postgres://%2Fvar%2Frun:5432/halvi'],
  ])('accepts %s=%s', (name, value) => {
    expect(readSettings({ [name]: value })).toMatchObject({ [name]: value })
  })

  it.each([
    ['LOG_LEVEL', 'loud', 'must be trace, debug, info, warn, error, or silent'],
    ['NODE_ENV', 'prod', 'must be production, development, or test'],
    ['SITE_URL', 'halvi.com', 'must be an absolute URL, such as https://example.com'],
  ])('says once what %s must be', (name, value, message) => {
    expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^${name} ${message}$`))
  })

  it('names all invalid settings in one error', () => {
    expect(() => readSettings({ PORT: 'x', RATE_LIMIT: 'x' })).toThrow(/PORT .*; RATE_LIMIT /)
  })
})
