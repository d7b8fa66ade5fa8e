import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { guardPage } from './content-security-policy.ts'

const hash = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

it('allows inline scripts with the nonce and removes the nonce', () => {
  const { html, policy } = guardPage(
    '<script nonce="m">a()</script><script type="module" nonce="m" async="">b(\n)</script>',
    'm',
  )
  expect(html).toBe('<script>a()</script><script type="module" async="">b(\n)</script>')
  expect(policy).toContain(`script-src 'self' ${hash('a()')} ${hash('b(\n)')};`)
})

it('adds no hash for scripts without the nonce or with a src', () => {
  const { policy } = guardPage(
    '<script>evil()</script><script nonce="x">evil()</script><script nonce="m" src="/a.js"></script>',
    'm',
  )
  expect(policy).toContain("script-src 'self';")
})

it('never allows all inline scripts', () => {
  const { policy } = guardPage('', 'm')
  const scripts = policy.split('; ').find((directive) => directive.startsWith('script-src'))
  expect(scripts).not.toContain('unsafe')
})

it('allows only the style element with the nonce', () => {
  const { html, policy } = guardPage('<style nonce="m">a{}</style><style>b{}</style>', 'm')
  expect(html).toBe('<style>a{}</style><style>b{}</style>')
  expect(policy).toContain(`style-src 'self' ${hash('a{}')};`)
})
