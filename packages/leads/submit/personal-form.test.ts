import { expect, it } from 'vitest'
import { readPersonalForm } from './personal-form.ts'

it('counts a form for its network, or under the name that its body has', async () => {
  const counted: string[] = []
  const consume = async (_form: string, name: string) => {
    counted.push(name)
    return counted.length > 2 ? 60 : 0
  }
  const send = (countedAs?: Parameters<typeof readPersonalForm>[1]) => {
    const body = new URLSearchParams({ action: 'confirm' })
    const request = new Request('https://halvi.example/confirm/t', { method: 'POST', body })
    const context = { leads: { consume }, clientNetwork: '192.0.2.1' }
    return readPersonalForm({ request, context }, countedAs)
  }
  expect(await send()).toHaveProperty('body')
  expect(await send(async (body) => String(body?.get('action')))).toHaveProperty('body')
  expect(await send(async () => undefined)).toMatchObject({ status: 429 })
  expect(counted).toEqual(['192.0.2.1', 'confirm', '192.0.2.1'])
})
