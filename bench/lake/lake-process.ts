// Serves a lake without the site: node lake-process.js DIRECTORY
import { serveLake } from './serve.ts'

const { port } = await serveLake(process.argv[2] ?? '')
process.stdout.write(`${JSON.stringify({ port })}\n`)
