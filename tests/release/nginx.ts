import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from 'halvi-site/root'
import { freePort } from '../../server/to-office/free-port.ts'

export const hasNginx = spawnSync('nginx', ['-v']).status === 0

/**
 * Starts nginx with the configuration of deploy/, in front of sites at some ports, on loopback, without TLS, and
 * without limits per address.
 */
export async function startNginx(ports: readonly number[]) {
  const folder = await mkdtemp(join(tmpdir(), 'halvi-nginx-'))
  const port = await freePort()
  const file = await readFile(join(root, 'deploy/nginx/halvi.conf'), 'utf8')
  const changed = file
    .replace(/^\s*(listen|ssl_certificate|ssl_session)\S* .*;$/gm, '')
    .replace('server_name halvi.example.com;', `listen 127.0.0.1:${await freePort()};`)
    .replace('server_name halvi.example.com;', `listen 127.0.0.1:${port};`)
    .replace('http2_max_concurrent_streams 32;', '')
    .replace(/^\s*limit_(conn|req) .*;$/gm, '')
    .replace(
      '  server 127.0.0.1:3000',
      ports.map((at) => `  server 127.0.0.1:${at}`).join(' max_fails=0;\n'),
    )
    .replaceAll('/var/log/nginx/', `${folder}/`)
  const main = join(folder, 'nginx.conf')
  const tempPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  await writeFile(
    main,
    `${user} daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/main.log;
events { worker_connections 1024; }
http { access_log off; ${tempPaths.join(' ')}
${changed}
}`,
  )
  const child: ChildProcess = spawn('nginx', ['-c', main, '-e', `${folder}/main.log`], {
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(url).then(
      (answer) => answer.ok,
      () => false,
    )
  for (let tries = 0; !(await isReady()); tries++) {
    if (tries > 100 || child.exitCode !== null) {
      throw new Error(`nginx did not start: ${await readFile(`${folder}/main.log`, 'utf8')}`)
    }
    await sleep(100)
  }
  return {
    url,
    /** Resolves to the content of all logs. */
    log: async () => {
      const files = ['halvi.log', 'halvi-error.log', 'main.log'].map((name) => join(folder, name))
      return (await Promise.all(files.map((name) => readFile(name, 'utf8')))).join('\n')
    },
    async close() {
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
      await rm(folder, { recursive: true })
    },
  }
}
