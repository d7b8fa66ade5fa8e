// npm run test:release: runs the commands of docs/operate/deploy.md in an empty Debian and measures them; then acts as
// visitors, staff and operators there. Reports in one line when it lacks the privileges.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from 'halvi-site/root'
import { makeBareRoot, missingRequirement } from './bare-root.ts'
import { deployLines, runnable } from './deploy-lines.ts'

/** The maximum time from the first command to a page over TLS, in seconds. */
const maxSeconds = 300

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string
}
const archive = join(root, 'dist', `halvi-${version}.tar.gz`)
const domain = 'halvi.example.com'
const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

const reason =
  missingRequirement() ?? (existsSync(archive) ? undefined : 'run npm run release first')
if (reason) {
  console.info(`Skipped the test of the release: ${reason}.`)
  process.exit(0)
}
function test(folder: string): number {
  const lines = deployLines()
  // Debian's packages come over the network; all after that is without one, but for the loopback.
  const online = lines.findIndex((line) => line.startsWith('apt-get update')) + 1
  const before = inRoot(folder, script(lines.slice(0, online)), ['--mount', '--pid'])
  if (before !== 0) return before
  cpSync(join(root, 'tests/release/visit.mjs'), join(folder, 'root/visit.mjs'))
  const offline = [...lines.slice(online).map(timed), ...afterwards]
  return inRoot(folder, [head, ...offline].join('\n'), ['--mount', '--pid', '--net'])
}

/** The start of the script. It runs all commands in one shell, and stops at the first error. */
const head = `set -eu
export DOMAIN=${domain} VERSION=${version} DEBIAN_FRONTEND=noninteractive LC_ALL=C
cd /root
mount -t proc proc /proc
touch /root/began
began=$(cut -d' ' -f1 /proc/uptime | tr -d .)
now() { cut -d' ' -f1 /proc/uptime | tr -d .; }
`

const script = (lines: readonly string[]) => [head, ...lines.map(timed)].join('\n')

/** Returns a command that also prints its duration, in hundredths of a second. */
function timed(line: string): string {
  const name = `${line.slice(0, 60)}${line.length > 60 ? ' …' : ''}`.replace(/'/g, '’')
  return `at=$(now)
cd /root
${runnable(line)}
took=$(( $(now) - at )); echo "$took" >> /root/times
printf '%4d.%02d s  %s\\n' $((took / 100)) $((took % 100)) '${name}'`
}

const afterwards = [
  `at=$(now)
until node /root/visit.mjs > /root/visit.log 2>&1; do
  [ $(( $(now) - at )) -lt 2000 ] || { cat /root/visit.log /var/log/halvi.log /var/log/caddy.log; exit 1; }
  sleep 0.2
done
cat /root/visit.log
took=$(( $(now) - at )); echo "$took" >> /root/times`,
  `sum=0; for time in $(cat /root/times); do sum=$((sum + time)); done
printf '%4d.%02d s  in total, from the first command to a page over TLS\\n' $((sum / 100)) $((sum % 100))
[ "$sum" -le ${maxSeconds * 100} ] || { echo 'The limit is ${maxSeconds} s'; exit 1; }`,
  // The site may write only to DATA_DIR, and not to the release.
  `written=$(find / -xdev -user halvi -newer /root/began ! -path '/var/lib/halvi*' ! -path '/proc/*' | head -5)
[ -z "$written" ] || { echo "Written outside of DATA_DIR: $written"; exit 1; }
changed=$(find "/opt/halvi/halvi-$VERSION/" -newer /root/began | head -5)
[ -z "$changed" ] || { echo "Changed in the release: $changed"; exit 1; }
echo '  no file is written outside of DATA_DIR'`,
  `pid=$(cat /run/halvi.pid); at=$(now)
/opt/halvi/current/halvi health
kill -TERM "$pid"; while kill -0 "$pid" 2>/dev/null; do sleep 0.05; done
took=$(( $(now) - at ))
grep -q '"msg":"stopped"' /var/log/halvi.log || { tail -5 /var/log/halvi.log; exit 1; }
printf '%4d.%02d s  until exit after SIGTERM\\n' $((took / 100)) $((took % 100))`,
]

function inRoot(folder: string, text: string, namespaces: readonly string[]): number {
  writeFileSync(join(folder, 'root/lines.sh'), text)
  const inner = namespaces.includes('--net') ? 'ip link set lo up && ' : ''
  const { status } = spawnSync(
    'unshare',
    [
      ...[...namespaces, '--fork', '--kill-child', 'sh', '-c'],
      `${inner}exec chroot ${folder} /bin/sh /root/lines.sh`,
    ],
    {
      stdio: 'inherit',
      env: { NODE_ENV: 'production', PATH: path, ...proxies() },
    },
  )
  return status ?? 1
}

/** Returns the proxy settings of this machine, for downloading Debian packages. */
function proxies(): Record<string, string> {
  const { http_proxy, https_proxy, no_proxy } = process.env
  return Object.fromEntries(
    Object.entries({ http_proxy, https_proxy, no_proxy }).filter(([, value]) => value),
  ) as Record<string, string>
}

const folder = makeBareRoot(archive)
try {
  process.exitCode = test(folder)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
