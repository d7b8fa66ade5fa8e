import { describe, expect } from 'vitest'
import { itWithSite as it } from './testing/site-with-commands.ts'

const id = '00000000-0000-4000-8000-000000000000'

describe('halvi leads waves', () => {
  it('lists waves, and pauses, resumes, and cancels one', async ({ site }) => {
    const leads = await site.open()
    const by = { id: 'staff', name: 'Staff' }
    await leads.waves.create({ id, name: 'First\u001b[2J', count: 5, perHour: 9 }, by)
    const state = async () =>
      (await site.run(['waves'])).out.match(new RegExp(`^${id} +\\S+ +(\\S+)`, 'm'))?.[1]
    expect(await state()).toBe('running')
    expect(await site.run(['waves', 'pause', id])).toMatchObject({ code: 0, err: '' })
    expect(await state()).toBe('paused')
    expect(await site.run(['waves', 'cancel', id])).toMatchObject({ code: 0, err: '' })
    expect(await state()).toBe('canceling')
    expect((await site.run(['waves', 'cancel', id])).code).toBe(0)
    expect((await site.run(['waves', 'resume', 'none'])).code).toBe(1)
    for (const args of [['cancel'], ['typo'], ['list', id]]) {
      expect((await site.run(['waves', ...args])).code).toBe(2)
    }
    const { entries } = await leads.audit.list({ limit: 10 })
    expect(entries.map(({ action, by }) => `${action} ${by.id}`)).toEqual([
      ...['wave.canceled operator', 'wave.paused operator', 'wave.created staff'],
    ])
  })
})
