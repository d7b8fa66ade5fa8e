// The same site with hot reload: pages through Vite, the server restarted when its sources change.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'

if (existsSync('.env')) process.loadEnvFile('.env')
process.umask(0o077)
const watched = ['server/**', 'lake/src/**', 'app/content/**', 'app/leads/**']
const tsx = createRequire(import.meta.url).resolve('tsx/cli')
const child = spawn(
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
)
child.on('exit', (code) => process.exit(code ?? 1))
// Whoever ends this process means the site. Control-C reaches both by itself.
process.on('SIGTERM', () => child.kill('SIGTERM'))
