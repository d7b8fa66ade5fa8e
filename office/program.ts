// The office's program, which the site starts. Tests and development start the office in their own process instead.
import { fileURLToPath } from 'node:url'
import { runOffice } from './child.ts'

export { officeInProcess } from './in-process.ts'

if (process.argv[1] === fileURLToPath(import.meta.url)) runOffice()
