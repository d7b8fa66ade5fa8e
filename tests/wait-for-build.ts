import { existsSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { inject } from 'vitest'

// What begins first waits for the build; for all that come after it is there.
const file = inject('outcomeOfBuild')
while (!existsSync(file)) await setTimeout(100)
const error = readFileSync(file, 'utf8')
if (error) throw new Error(`There is nothing to test: ${error}`)
