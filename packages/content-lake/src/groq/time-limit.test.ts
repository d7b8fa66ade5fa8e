import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { TimeLimitError, withTimeLimit } from './time-limit.ts'

const ENDLESS: Record<string, () => unknown> = {
  'a loop': () => {
    for (;;);
  },
  'a loop that catches all errors': () => {
    for (;;) {
      try {
        for (;;);
      } catch {}
    }
  },
  'a regular expression': () => /^(a+)+$/.test(`${'a'.repeat(50)}b`),
  'a sort': () => {
    const numbers = Array.from({ length: 10_000 }, (_, n) => n % 7)
    return numbers.sort((a, b) => numbers.filter((n) => n === a).length - b)
  },
}

describe('a time limit', () => {
  it('returns the result of the work and rethrows its error', () => {
    const value = {}
    expect(withTimeLimit(1000, () => value)).toBe(value)
    const error = new RangeError('mine')
    expect(() =>
      withTimeLimit(1000, () => {
        throw error
      }),
    ).toThrow(error)
  })

  it.each(Object.entries(ENDLESS))('stops %s', (_name, work) => {
    expect(() => withTimeLimit(50, work)).toThrow(TimeLimitError)
    expect(withTimeLimit(1000, () => 'still there')).toBe('still there')
  })

  it('starts the work again if it got no CPU time', () => {
    let runs = 0
    const result = withTimeLimit(200, () => {
      // Sleep like a process that gets no CPU time on a busy machine.
      if (++runs === 1) for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
      return runs
    })
    expect(result).toBe(2)
  })

  it('fails with 503 if no file descriptor is free, and does not end the process', () => {
    const program = `
      import { closeSync, openSync } from 'node:fs'
      import { withTimeLimit } from ${JSON.stringify(new URL('time-limit.ts', import.meta.url).href)}
      const open = []
      try { for (;;) open.push(openSync('/dev/null')) } catch {}
      let status
      try { withTimeLimit(1000, () => 1) } catch (error) { status = error.statusCode }
      for (const descriptor of open) closeSync(descriptor)
      console.log(status, withTimeLimit(1000, () => 1))`
    const node = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', program]
    const shell = ['-c', 'ulimit -n 200; exec "$@"', 'sh', ...node]
    expect(execFileSync('/bin/sh', shell, { encoding: 'utf8' })).toBe('503 1\n')
  })
})
