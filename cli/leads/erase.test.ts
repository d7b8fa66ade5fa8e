import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { status } from '../../packages/leads/testing/test-endpoint.ts'
import { itWithSite as it, submission, submit } from './testing/site-with-commands.ts'

describe('halvi leads erase', () => {
  it('empties all leads of a person and keeps the counts', async ({ site }) => {
    const leads = await site.open(site.endpoint.url)
    site.endpoint.answer = status(500)
    const hers = { name: 'Canary Amina', email: 'Amina.Canary@example.com' }
    await submit(leads, submission(hers))
    site.endpoint.answer = status(200)
    await submit(leads, submission(hers, { form: 'onboarding' }))
    await submit(leads, submission(hers, { form: 'contact', spam: true }))
    await submit(leads, submission({ name: 'Bilal', email: 'bilal@example.com' }))
    const before = await leads.count(new Date(0))

    const erased = await site.run(['erase', '--email', ' amina.canary\u200b＠EXAMPLE.com', '--yes'])
    expect(erased).toMatchObject({ code: 0, out: expect.stringMatching(/^Erased 3 leads\./) })
    expect(await site.exported()).toMatchObject([
      { form: 'waitlist', state: 'erased', payload: {} },
      { form: 'onboarding', state: 'erased', payload: {} },
      { form: 'contact', state: 'erased', payload: {}, spam: true },
      { state: 'delivered', payload: { name: 'Bilal' } },
    ])
    expect(await leads.count(new Date(0))).toEqual(before)
    for (const name of readdirSync(site.dataDir)) {
      expect(readFileSync(join(site.dataDir, name), 'latin1'), name).not.toMatch(/canary/i)
    }

    expect((await site.run(['replay'])).out).toMatch(/^0 /)
    expect(await submit(leads, submission(hers))).toBe('taken')
    expect((await site.exported()).at(-1)).toMatchObject({ state: 'delivered', payload: hers })
  })

  it('erases only after a confirmation or with --yes', async ({ site }) => {
    const leads = await site.open()
    await submit(leads, submission({ email: 'amina@example.com' }))
    const args = ['erase', '--email', 'amina@example.com']
    expect(await site.run(args)).toMatchObject({ code: 2, out: '' })
    expect(await site.run(args, 'n')).toMatchObject({ code: 1, out: '' })
    expect(await site.exported()).toMatchObject([{ state: 'stored' }])
    expect(await site.run(args, 'y')).toMatchObject({ code: 0 })
    expect(await site.exported()).toMatchObject([{ state: 'erased' }])
    expect(await site.run([...args, '--yes'])).toMatchObject({
      out: expect.stringMatching(/^Erased 0 leads/),
    })
  })

  it('removes the address from other leads only with --mentions redact', async ({ site }) => {
    const leads = await site.open()
    const email = 'amina@example.com'
    await submit(leads, submission({ email }))
    const message = 'Ask Amina@example.com'
    await submit(leads, submission({ email: 'bilal@example.com', message }))
    const args = ['erase', '--email', email, '--yes']
    expect(await site.run([...args, '--mentions', 'all'])).toMatchObject({ code: 2 })
    const [, { id = '' } = {}] = await site.exported()
    const kept = await site.run(args)
    expect(kept).toMatchObject({ code: 0, out: expect.stringContaining(id) })
    expect(await site.exported()).toMatchObject([{ payload: {} }, { payload: { message } }])
    expect(await site.run([...args, '--mentions', 'redact'])).toMatchObject({ code: 0 })
    expect(await site.exported()).toMatchObject([{}, { payload: { message: 'Ask [erased]' } }])
  })

  it('re-applies erasures after a backup was restored', async ({ site }) => {
    const leads = await site.open()
    const hers = { name: 'Amina', email: 'amina@example.com' }
    await submit(leads, submission(hers))
    await submit(leads, submission({ name: 'Bilal', email: 'bilal@example.com' }))
    expect(await site.run(['re-erase'])).toMatchObject({
      out: 'Erased 0 leads again; the list has 0\n',
    })
    const [{ id = '' } = {}] = await site.exported()
    await site.run(['erase', '--email', hers.email, '--yes'])
    const payload = JSON.stringify(hers)
    const restored = `update lead set state = 'stored', payload = '${payload}' where id = '${id}'`
    await site.execute(restored)
    expect(await site.exported()).toMatchObject([{ payload: hers }, {}])
    expect(await site.run(['re-erase'])).toMatchObject({
      out: 'Erased 1 lead again; the list has 1\n',
    })
    expect(await site.exported()).toMatchObject([
      { state: 'erased', payload: {} },
      { state: 'stored' },
    ])
  })
})
