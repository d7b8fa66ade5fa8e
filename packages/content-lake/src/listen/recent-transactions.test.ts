import { expect, it } from 'vitest'
import type { Transaction } from '../documents/transaction.ts'
import { RecentTransactions } from './recent-transactions.ts'

it('keeps large documents only up to a limit in all', () => {
  const recent = new RecentTransactions()
  const after = { _id: 'a', _type: 'note', text: 'x'.repeat(1_000_000) }
  const changes = [{ id: 'a', after, json: JSON.stringify(after) }]
  for (let seq = 0; seq < 100; seq++) {
    recent.add({ id: `t${seq}`, seq, changes } as unknown as Transaction)
  }
  expect(recent.after('t70')).toBeUndefined()
  expect(recent.after('t90')).toHaveLength(9)
})
