import { describe, expect } from 'vitest'
import { until } from '../../packages/kit/testing/until.ts'
import { status } from '../../packages/leads/testing/test-endpoint.ts'
import { itWithSite as it, submission, submit } from './testing/site-with-commands.ts'

describe('halvi leads replay', () => {
  it('makes the running site deliver leads again', async ({ site }) => {
    const leads = await site.open(site.endpoint.url)
    site.endpoint.answer = status(410)
    await submit(leads, submission({ name: 'Amina' }))
    site.endpoint.answer = status(500)
    await submit(leads, submission({ name: 'Bilal' }))
    await submit(leads, submission({ name: 'Maryam' }, { spam: true }))
    expect((await site.exported()).map(({ state }) => state)).toEqual([
      'exhausted',
      'pending',
      'stored',
    ])

    site.endpoint.answer = status(200)
    expect(await site.run(['replay', '--exhausted'])).toMatchObject({ out: '1 lead is due now\n' })
    const states = async () => (await site.exported()).map(({ state }) => state)
    await until(async () => expect(await states()).toEqual(['delivered', 'pending', 'stored']))
    expect(await site.run(['replay'])).toMatchObject({ out: '1 lead is due now\n' })
    await until(async () => expect(await states()).toEqual(['delivered', 'delivered', 'stored']))
    expect(site.endpoint.received).toHaveLength(4)
    expect(await site.run(['replay'])).toMatchObject({ code: 0, out: '0 leads are due now\n' })
  })

  it('restarts the retry schedule of exhausted leads', async ({ site }) => {
    const leads = await site.open(site.endpoint.url)
    site.endpoint.answer = status(410)
    await submit(leads, submission({ name: 'Amina' }))
    site.endpoint.answer = status(500)
    await site.run(['replay'])
    await site.endpoint.count(2)
    await until(async () =>
      expect((await site.run(['list'])).out).toMatch(/waitlist +en +pending +new +status 500\n/),
    )
  })
})
