import { expect, it } from 'vitest'
import { securityHeaders } from './security-headers.ts'

it('sends HSTS on https sites, and includes subdomains if set', () => {
  const transport = (https: boolean, hstsSubdomains: boolean) =>
    securityHeaders({ https, hstsSubdomains })['Strict-Transport-Security']
  expect(transport(false, true)).toBeUndefined()
  expect(transport(true, false)).toBe('max-age=31536000')
  expect(transport(true, true)).toBe('max-age=31536000; includeSubDomains')
})
