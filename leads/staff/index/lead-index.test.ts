import { afterEach, describe, expect, it } from 'vitest'
import { testForms } from '../../testing/test-forms.ts'
import { databaseKinds } from '../testing/test-index.ts'
import { setUpStaff, type TestStaff } from '../testing/test-staff.ts'
import { createLeadIndex } from './lead-index.ts'

let test: TestStaff
afterEach(() => test.close())

describe.each(databaseKinds)('an index in %s', (kind) => {
  it('is not opened again by work that continues after it is closed', async () => {
    test = await setUpStaff(kind)
    await test.submit({ name: 'Amina', email: 'amina@example.com' })
    const index = createLeadIndex({
      dataDir: test.dataDir,
      databaseUrl: test.databaseUrl,
      forms: testForms,
    })
    expect(await index.version()).toMatchObject({ newLeads: 1 })
    const purging = index.purge().catch((error: Error) => error)
    await index.close()
    expect(await purging).toBeInstanceOf(Error)
    await expect(index.version()).rejects.toThrow()
  })
})
