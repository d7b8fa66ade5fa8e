import { expect, it } from 'vitest'
import { programs } from '../../packages/leads/forms/programs.ts'
import { affiliateProgram } from './affiliateProgram.ts'

it('offers exactly the programs that have a form', () => {
  const { fields } = affiliateProgram as { fields?: { name: string; options?: object }[] }
  const key = fields?.find(({ name }) => name === 'key')
  expect(key?.options).toMatchObject({ list: [...programs] })
})
