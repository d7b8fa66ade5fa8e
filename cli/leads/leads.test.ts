import { describe, expect } from 'vitest'
import { itWithSite as it, submission, submit } from './testing/site-with-commands.ts'

describe('halvi leads', () => {
  it('lists leads, newest first, and spam only with --spam', async ({ site }) => {
    const leads = await site.open()
    await submit(leads, submission({ name: 'Amina', email: 'amina@example.com' }))
    await submit(leads, submission({ email: 'spam@example.com' }, { spam: true }))
    await submit(leads, submission({ email: 'bilal@example.com' }, { form: 'contact' }))
    const lines = (await site.run(['list'])).out.split('\n')
    expect(lines[1]).toContain('bilal@example.com')
    expect(lines[2]).toContain('amina@example.com')
    expect(lines).toHaveLength(4)
    const found = async (...args: string[]) =>
      (await site.run(['list', ...args])).out.match(/\w+@/g)
    expect(await found('--spam')).toEqual(['spam@'])
    expect(await found('--type', 'waitlist')).toEqual(['amina@'])
    expect(await found('--limit', '1')).toEqual(['bilal@'])
    expect(await found('--state', 'stored', '--since', '2020-01-01')).toEqual(['bilal@', 'amina@'])
    expect(await found('--state', 'pending')).toBeNull()
    expect(await found('--since', '2999-01-01T00:00+01:00')).toBeNull()
  })

  it('lists and exports leads by the language of the form', async ({ site }) => {
    const leads = await site.open()
    await submit(leads, submission({ email: 'amina@example.com' }, { language: 'ar' }))
    await submit(leads, submission({ email: 'bilal@example.com' }))
    const { out } = await site.run(['list', '--language', 'ar'])
    expect(out.match(/\w+@|\bar\b/g)).toEqual(['ar', 'amina@'])
    expect(await site.exported('--language', 'en')).toMatchObject([
      { language: 'en', payload: { email: 'bilal@example.com' } },
    ])
    expect((await site.run(['list', '--language', 'none'])).out).toMatch(/^There are no /)
  })

  it('accepts former forms in --type, and rejects unknown forms', async ({ site }) => {
    const leads = await site.open()
    await submit(leads, submission({ email: 'amina@example.com' }, { form: 'former' }))
    for (const command of ['list', 'export']) {
      const { code, out, err } = await site.run([command, '--type', 'typo'])
      expect({ code, out }).toEqual({ code: 2, out: '' })
      expect(err).toMatch(/^leads: There is no form typo, only waitlist, [^\n]+\n$/)
      expect((await site.run([command, '--type', 'former'])).out).toContain('amina@example.com')
      expect((await site.run([command, '--type', 'onboarding'])).code).toBe(0)
    }
  })

  it('escapes control characters', async ({ site }) => {
    const leads = await site.open()
    await submit(leads, submission({ email: '\u001b[2Ja\u202e@example.com' }))
    const { out } = await site.run(['list'])
    expect(out).toContain('\\u202e')
    expect(out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u)
  })

  it('adds an entry to the audit log when an operator lists leads', async ({ site }) => {
    const leads = await site.open()
    await submit(leads, submission({ name: 'Amina', email: 'amina@example.com' }))
    expect((await site.run(['list', '--type', 'contact'])).out).toMatch(/^There are no [^\n]+\n$/)
    const { out } = await site.run(['audit'])
    expect(out.match(/(?<=Command line +)\S+/g)).toEqual(['leads.searched'])
    expect(out).not.toContain('amina')
  })

  it('records the actions of operators in the audit log', async ({ site }) => {
    const leads = await site.open()
    await submit(leads, submission({ name: 'Amina', email: 'amina@example.com' }))
    await site.exported()
    await site.run(['erase', '--email', 'amina@example.com', '--yes'])
    const { out } = await site.run(['audit'])
    expect(out.match(/(?<=Command line +)\S+/g)).toEqual([
      'leads.erased',
      'lead.erased',
      'leads.exported',
    ])
    expect(out).not.toContain('amina')
  })
})
