import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from 'halvi-site/root'

/**
 * Replacements for lines of docs/operate/deploy.md that need systemd, DNS or another host: the start of the line, and the
 * shell commands to run instead.
 */
const alternatives: Readonly<Record<string, string>> = {
  'export DOMAIN=': 'true',
  // The machine's Node was copied to this root.
  'curl -fsSL "https://nodejs.org/': 'node --version',
  // Starts the site like the unit: with its user, settings, and folder, and with a read-only release.
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
  // Uses certificates of Caddy's local authority, because a public one can't reach this machine.
  'systemctl reload caddy': `sed -i '0,/^{/s//{\\n\\tlocal_certs\\n\\tskip_install_trust/' /etc/caddy/Caddyfile
XDG_DATA_HOME=/var/lib/caddy caddy start --config /etc/caddy/Caddyfile > /var/log/caddy.log 2>&1`,
  'until journalctl -u halvi': `grep -o 'https://[^"]*#setup=[^"]*' /var/log/halvi.log`,
}

/** Returns the commands under 'From an empty server' in docs/operate/deploy.md, one string for each line. */
export function deployLines(): string[] {
  const page = readFileSync(join(root, 'docs/operate/deploy.md'), 'utf8')
  const block = /## From an empty server\n.*?```sh\n(.*?)```/s.exec(page)?.[1]
  if (!block) throw new Error("docs/operate/deploy.md has no commands under 'From an empty server'")
  return block.trim().split('\n')
}

/** Returns the commands to run for a line on a machine without systemd. @throws Error for a line that needs a replacement */
export function runnable(line: string): string {
  const key = Object.keys(alternatives).find((start) => line.startsWith(start))
  if (key !== undefined) return alternatives[key] ?? ''
  if (/systemctl|journalctl|https:\/\/[^$]/.test(line.replace(/halvi\.env/, ''))) {
    throw new Error(`This line can't run in the test and has no alternative: ${line}`)
  }
  return line
}
