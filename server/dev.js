// The same site with hot reload: pages through Vite, the server restarted when its sources change.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'

if (existsSync('.env')) process.loadEnvFile('.env')
const watched = ['server/**', 'lake/src/**', 'app/content/**', 'app/leads/**']
const tsx = createRequire(import.meta.url).resolve('tsx/cli')
spawn(
  process.execPath,
  [
    tsx,
    'watch',
    '--clear-screen=false',
    '--exclude=**/*.test.ts',
    ...watched.flatMap((files) => ['--include', files]),
    'server/main.ts',
  ],
  { stdio: 'inherit', env: { ...process.env, NODE_ENV: 'development' } },
).on('exit', (code) => process.exit(code ?? 1))
