import { expect, it } from 'vitest'
import { localOrigin } from './local-origin.ts'

it('uses loopback for a site that listens on all addresses, otherwise its address', () => {
  const at = (HOST: string) => localOrigin({ HOST, PORT: 3000 })
  expect(['0.0.0.0', '::', '::1', '10.0.0.5', 'halvi.internal'].map(at)).toEqual([
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
    'http://[::1]:3000',
    'http://10.0.0.5:3000',
    'http://halvi.internal:3000',
  ])
})
