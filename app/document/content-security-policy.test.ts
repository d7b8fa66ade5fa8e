import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { guardPage } from './content-security-policy.ts'

const hash = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

it('lists inline scripts with the nonce and takes it out', () => {
  const { html, policy } = guardPage(
    '<script nonce="m">a()</script><script type="module" nonce="m" async="">b(\n)</script>',
    'm',
  )
  expect(html).toBe('<script>a()</script><script type="module" async="">b(\n)</script>')
  expect(policy).toContain(`script-src 'self' ${hash('a()')} ${hash('b(\n)')};`)
})

it('lists no script without the nonce, nor one that is loaded', () => {
  const { policy } = guardPage(
    '<script>evil()</script><script nonce="x">evil()</script><script nonce="m" src="/a.js"></script>',
    'm',
  )
  expect(policy).toContain("script-src 'self';")
})

it('never allows inline scripts at large', () => {
  const { policy } = guardPage('', 'm')
  const scripts = policy.split('; ').find((directive) => directive.startsWith('script-src'))
  expect(scripts).not.toContain('unsafe')
})

it('lists the style sheet with the nonce, and no other', () => {
  const { html, policy } = guardPage('<style nonce="m">a{}</style><style>b{}</style>', 'm')
  expect(html).toBe('<style>a{}</style><style>b{}</style>')
  expect(policy).toContain(`style-src 'self' ${hash('a{}')};`)
})
