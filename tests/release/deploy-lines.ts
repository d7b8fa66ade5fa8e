import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../server/root.ts'

/**
 * What takes a line's place where systemd, the network's names or a host outside are missing. A line of the
 * README that begins with one of these, and no other, is replaced.
 */
const alternatives: Readonly<Record<string, string>> = {
  'export DOMAIN=': 'true',
  // The machine's own node was copied to its place.
  'curl -fsSL "https://nodejs.org/': 'node --version',
  // As the unit starts it: its user, its settings, its folder, the release read-only.
  'systemctl enable --now halvi': `install -d -m 700 -o halvi -g halvi /var/lib/halvi
release=/opt/halvi/halvi-$VERSION
mount --bind "$release" "$release" && mount -o remount,ro,bind "$release"
cd /var/lib/halvi
env $(sed -n 's/^Environment=//p' /etc/systemd/system/halvi.service) $(cat /etc/halvi.env) \\
  setpriv --reuid=halvi --regid=halvi --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all \\
  /opt/halvi/current/halvi start > /var/log/halvi.log 2>&1 &
echo $! > /run/halvi.pid
until grep -q '"msg":"site ' /var/log/halvi.log; do
  kill -0 "$(cat /run/halvi.pid)" || { cat /var/log/halvi.log; exit 1; }
  sleep 0.02
done`,
  // Certificates of its own authority: no other one reaches a machine without a name.
  'systemctl reload caddy': `sed -i '0,/^{/s//{\\n\\tlocal_certs\\n\\tskip_install_trust/' /etc/caddy/Caddyfile
XDG_DATA_HOME=/var/lib/caddy caddy start --config /etc/caddy/Caddyfile > /var/log/caddy.log 2>&1`,
  'until journalctl -u halvi': `grep -o 'https://[^"]*#setup=[^"]*' /var/log/halvi.log`,
}

/** The lines of the README's section 'From an empty server', as an operator copies them. */
export function readmeLines(): string[] {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const block = /## From an empty server\n.*?```sh\n(.*?)```/s.exec(readme)?.[1]
  if (!block) throw new Error("The README has no lines in 'From an empty server'")
  return block.trim().split('\n')
}

/** What is run for a line on a machine without systemd. @throws Error for one that has to have an alternative */
export function runnable(line: string): string {
  const key = Object.keys(alternatives).find((start) => line.startsWith(start))
  if (key !== undefined) return alternatives[key] ?? ''
  if (/systemctl|journalctl|https:\/\/[^$]/.test(line.replace(/halvi\.env/, ''))) {
    throw new Error(`This line can't be run here and has no alternative: ${line}`)
  }
  return line
}
