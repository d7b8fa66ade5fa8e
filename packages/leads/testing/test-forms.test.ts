import { expect, it } from 'vitest'
import { forms } from '../forms/forms.ts'
import { testForms } from './test-forms.ts'

// Charts and exports are tested with these forms. Keys or options that no real form has would hide bugs there.
it.each(testForms)('the test form $name matches the form of the site', (form) => {
  const real = forms.find(({ name }) => name === form.name)
  expect(real?.labels).toMatchObject(form.labels)
  expect(real?.counted).toEqual(form.counted)
})
