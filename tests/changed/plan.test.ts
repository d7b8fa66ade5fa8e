import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { root } from '../../server/root.ts'
import { areas } from './areas.ts'
import { planFor } from './plan.ts'

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter(Boolean)

it('has an area for each file of the code', () => {
  const folders = /^(app|cli|deploy|lake|leads|public|runtime|schemas|scripts|seed|server|studio)\//
  const without = files.filter(
    (file) => folders.test(file) && !areas.some(({ files: of }) => of.test(file)),
  )
  expect(without).toEqual([])
})

it('names only existing tests', () => {
  for (const { system = [], journeys = [], studio = [] } of areas) {
    const starts = [
      ...system.map((name) => `tests/${name}`),
      ...journeys.map((name) => `tests/journeys/${name}.spec.ts`),
      ...studio.map((name) => `tests/studio/${name}`),
    ]
    for (const start of starts) {
      expect(
        files.some((file) => file.startsWith(start)),
        start,
      ).toBe(true)
    }
  }
})

it('for a changed form, runs its tests and the tests of all forms', () => {
  const { isAll, direct, further, journeys, studio } = planFor(['leads/forms/waitlist.ts'])
  expect([isAll, ...studio]).toEqual([false])
  expect([...journeys]).toEqual(expect.arrayContaining(['/applicants.spec', '/waitlist.spec']))
  expect([...direct]).toContain('leads/forms/waitlist.test.ts')
  expect([...further]).toContain('app/routes/waitlist.test.tsx')
  expect(direct.size + further.size).toBeLessThanOrEqual(12)
})

it('for a changed command, runs its tests and the tests of the process', () => {
  const { isAll, direct, further, journeys } = planFor(['cli/health.ts'])
  expect([isAll, ...journeys]).toEqual([false])
  expect([...direct]).toEqual(['cli/health.test.ts'])
  expect([...further]).toEqual(['tests/process'])
})

it('for a changed component, runs the journeys on its pages, or opens all pages if it is on many', () => {
  const { journeys } = planFor(['app/components/form/contact-form.tsx'])
  expect([...journeys]).toEqual(['/contact.spec'])
  expect([...planFor(['app/components/link.tsx']).journeys]).toEqual([
    '/pages.spec',
    '/keyboard.spec',
  ])
})

it('for a file without an area, runs all tests', () => {
  expect(planFor(['package.json']).isAll).toBe(true)
})
