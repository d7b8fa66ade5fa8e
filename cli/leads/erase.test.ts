import { describe, expect } from 'vitest'
import { itWithSite as it, submission, submit } from './testing/site-with-commands.ts'

describe('halvi leads erase', () => {
  it('erases only after a confirmation or with --yes', async ({ site }) => {
    const leads = await site.open()
    await submit(leads, submission({ email: 'amina@example.com' }))
    const args = ['erase', '--email', 'amina@example.com']
    expect(await site.run(args)).toMatchObject({ code: 2, out: '' })
    expect(await site.run(args, 'n')).toMatchObject({ code: 1, out: '' })
    expect(await site.exported()).toMatchObject([{ state: 'stored' }])
    expect(await site.run([...args, '--mentions', 'all'])).toMatchObject({ code: 2 })
    expect(await site.run(args, 'y')).toMatchObject({ code: 0 })
    expect(await site.exported()).toMatchObject([{ state: 'erased' }])
    expect(await site.run([...args, '--yes'])).toMatchObject({
      out: expect.stringMatching(/^Erased 0 leads/),
    })
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
