import { expect, it } from 'vitest'
import { ReadAudit } from './read-audit.ts'

it('records repeated reads once in a while, and retries after a failure', async () => {
  const recorded: string[] = []
  let isFull = true
  const reads = new ReadAudit(
    {
      append: async ({ action, lead }) => {
        if (isFull) throw new Error('The disk is full')
        recorded.push(`${action} ${lead ?? ''}`)
      },
    },
    [],
  )
  const by = { id: 'person', name: 'Person' }
  await expect(reads.viewed(by, 'a')).rejects.toThrow('full')
  isFull = false
  await reads.viewed(by, 'a')
  await reads.viewed(by, 'a')
  await reads.viewed(by, 'b')
  await reads.viewed({ ...by, id: 'other' }, 'a')
  expect(recorded).toEqual(['lead.viewed a', 'lead.viewed b', 'lead.viewed a'])
})
