import { seededFolder, seededPostgres } from './seed.ts'
console.log(process.argv[2] === 'pg' ? await seededPostgres() : await seededFolder())
