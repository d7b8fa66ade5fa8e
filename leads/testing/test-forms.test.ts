import { expect, it } from 'vitest'
import { forms } from '../forms/forms.ts'
import { testForms } from './test-forms.ts'

// Charts and exports are tested with these: a key or an option that no form sends would hide a fault there.
it.each(testForms)('$name for tests has only what the form of the site has', (form) => {
  const real = forms.find(({ name }) => name === form.name)
  expect(real?.labels).toMatchObject(form.labels)
  expect(real?.counted).toEqual(form.counted)
})
