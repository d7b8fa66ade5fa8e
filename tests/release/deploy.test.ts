import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from 'halvi-site/root'
import { readSettings } from 'halvi-site/settings/settings'
import { expect, it } from 'vitest'
import { deployLines, runnable } from './deploy-lines.ts'

const read = (path: string) => readFileSync(join(root, 'deploy', path), 'utf8')
const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

it('the systemd unit has valid settings, a sandbox, and unlimited restarts', (context) => {
  const unit = read('systemd/halvi.service')
  expect(unit).toMatch(/^\[Unit\]$[^[]*^StartLimitIntervalSec=0$/m)
  expect(unit).toMatch(/^Restart=always$/m)
  expect(unit).toMatch(/^KillMode=mixed$/m)
  const given = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) =>
    line.split(' '),
  )
  const settings = readSettings(Object.fromEntries(given.map((pair) => pair.split('='))))
  expect(settings).toMatchObject({ TRUST_PROXY: 1, HOST: '127.0.0.1', DATA_DIR: '/var/lib/halvi' })
  if (!has('systemd-analyze')) return context.skip('systemd-analyze is missing')
  const file = join(root, 'deploy/systemd/halvi.service')
  const { stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
  // Ignores the error that the program is not installed on this machine.
  expect(stderr.split('\n').filter((line) => line && !/is not executable/.test(line))).toEqual([])
  const args = ['security', '--offline=true', '--threshold=20', file]
  expect(spawnSync('systemd-analyze', args).status).toBe(0)
})

it('the systemd units of the backup are valid, and write to the folder in the guide', (context) => {
  const service = read('systemd/halvi-backup.service')
  const guide = readFileSync(join(root, 'docs/operate/backup.md'), 'utf8')
  const [, folder = ''] = /BACKUP_FOLDER=(\S+)/.exec(service) ?? []
  expect(guide).toContain(` ${dirname(folder)}\n`)
  if (!has('systemd-analyze')) return context.skip('systemd-analyze is missing')
  const units = mkdtempSync(join(tmpdir(), 'unit-'))
  try {
    const unit = service.replace(/^ExecStart=.*/gm, 'ExecStart=/bin/true')
    writeFileSync(join(units, 'halvi-backup.service'), unit)
    writeFileSync(join(units, 'halvi-backup.timer'), read('systemd/halvi-backup.timer'))
    const args = ['verify', join(units, 'halvi-backup.timer')]
    const { status, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  } finally {
    rmSync(units, { recursive: true })
  }
})

it('compose.yaml passes every setting that the image does not set', () => {
  const compose = read('compose/compose.yaml')
  const [, site = ''] = /\n {2}site:\n(.*?)\n {2}caddy:/s.exec(compose) ?? []
  const given = [...site.matchAll(/^ {6}([A-Z0-9_]+): /gm)].map(([, name]) => name)
  const example = readFileSync(join(root, '.env.example'), 'utf8')
  const settings = [...example.matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name)
  // The image sets these.
  const fixed = ['PORT', 'HOST', 'DATA_DIR']
  expect(given.sort()).toEqual(settings.filter((name) => !fixed.includes(name ?? '')).sort())
  // Compose passes unset variables as empty strings, which the site treats as not set.
  const passed = [...site.matchAll(/^ {6}([A-Z0-9_]+): \$\{\1:-\}$/gm)].map(([, name = '']) => name)
  expect(passed).toEqual(expect.arrayContaining(['DATABASE_URL', 'SMTP_URL', 'METRICS_TOKEN']))
  expect(readSettings(Object.fromEntries(passed.map((name) => [name, ''])))).toEqual(
    readSettings({}),
  )
})

it('the Caddyfile is valid, and differs from the one of Compose only in names', (context) => {
  const compose = read('compose/Caddyfile').split('\n').slice(1).join('\n')
  const machine = read('caddy/Caddyfile').split('\n').slice(1).join('\n')
  const expected = machine
    .replace('halvi.example.com', '{$DOMAIN}')
    .replace('127.0.0.1:3000', 'site:3000')
  expect(compose).toBe(expected)
  if (!has('caddy')) return context.skip('caddy is missing')
  const config = join(root, 'deploy/caddy/Caddyfile')
  const args = ['adapt', '--adapter', 'caddyfile', '--validate', '--config', config]
  expect(spawnSync('caddy', args).status).toBe(0)
})

it('each alert has a test in which it fires', (context) => {
  const alerts = (file: string, pattern: RegExp) =>
    [...read(`prometheus/${file}`).matchAll(pattern)].map(([, name]) => name)
  const tested = alerts('alerts.test.yaml', /alertname="(\w+)"/g)
  expect(tested.sort()).toEqual(alerts('alerts.yaml', /- alert: (\w+)/g).sort())
  if (!has('promtool')) return context.skip('promtool is missing: it comes with prometheus')
  const cwd = join(root, 'deploy/prometheus')
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'alerts.test.yaml'], {
    cwd,
    encoding: 'utf8',
  })
  expect(status, stdout + stderr).toBe(0)
})

it('finds the commands for an empty server in docs/operate/deploy.md, and can run each', () => {
  const lines = deployLines()
  expect(lines.length).toBeGreaterThan(5)
  for (const line of lines) expect(runnable(line)).not.toBe('')
  expect(() => runnable('systemctl reload something-else')).toThrow()
})
