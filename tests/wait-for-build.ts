import { existsSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { inject } from 'vitest'

// Waits for the build of `build.ts`.
const file = inject('buildOutcomeFile')
while (!existsSync(file)) await setTimeout(100)
const error = readFileSync(file, 'utf8')
if (error) throw new Error(`The build for the tests failed: ${error}`)
