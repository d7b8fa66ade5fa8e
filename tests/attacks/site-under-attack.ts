import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from '../../server/root.ts'
import { type RunningSite, startSite } from '../running-site.ts'
import type { SiteKind, Target } from './attack.ts'
import { seePictures } from './visitors.ts'

/** A site as its operators start it, and what an attacker and its visitors know of it. */
export interface SiteUnderAttack extends RunningSite {
  kind: SiteKind
  target: Target
  /** Addresses of the pictures that its pages name, the smallest first. */
  pictures: string[]
  /** How many of those that are not common visitors have asked for. */
  furtherPictures: number
}

const password = 'a password of tests only'

/** Starts one, with the limits that it is shipped with. */
export async function startSiteUnderAttack(kind: SiteKind): Promise<SiteUnderAttack> {
  const settings = {
    RATE_LIMIT: '30/10m',
    STUDIO_PASSWORD: password,
    CONTENT_API: kind === 'as shipped' ? 'private' : 'public',
  }
  const site =
    kind === 'few descriptors'
      ? await startWithDescriptors(300, settings)
      : await startSite(settings)
  const { hostname: host, port } = new URL(site.url)
  const token = readFileSync(join(site.dataDir, 'lake-token'), 'utf8').trim()
  const pictures = await picturesIn(`${site.url}/index`)
  const target: Target = {
    host,
    port: Number(port),
    addresses: ['127.0.0.2'],
    picture: String(pictures[0]).replace(/\?.*/, ''),
    vector: await uploadVector(site.url, token),
    password,
    token,
  }
  const attacked = Object.assign(site, { kind, target, pictures, furtherPictures: 0 })
  await seePictures(attacked)
  return attacked
}

async function picturesIn(page: string): Promise<string[]> {
  const html = await (await fetch(page)).text()
  const named = html.match(/\/images\/[^" ,]+/g) ?? []
  if (named.length === 0) throw new Error(`No pictures are named in ${page}`)
  const width = (path: string) => Number(/w=(\d+)/.exec(path)?.[1] ?? 0)
  const paths = [...new Set(named)].map((path) => path.replaceAll('&amp;', '&'))
  return paths.sort((a, b) => width(a) - width(b))
}

/** Staff upload a vector graphic; its path without parameters. */
async function uploadVector(url: string, token: string): Promise<string> {
  const response = await fetch(`${url}/v2025-02-19/assets/images/production`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'image/svg+xml' },
    body: '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
  })
  const { document } = (await response.json()) as { document: { path: string } }
  return `/${document.path}`
}

/** By the command that operators give, in a shell that allows so many file descriptors. */
async function startWithDescriptors(
  descriptors: number,
  settings: Record<string, string>,
): Promise<RunningSite> {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const command = String(scripts.start).replace(/^exec /, '')
  const dataDir = await mkdtemp(join(tmpdir(), 'halvi-'))
  const path = dirname(process.execPath) + delimiter + process.env.PATH
  const child = spawn('sh', ['-c', `ulimit -n ${descriptors} && exec ${command}`], {
    cwd: root,
    env: {
      PATH: path,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line)
        const serving = /"msg":"site (http[^"]+)"/.exec(line)?.[1]
        if (serving) resolve(serving)
      })
    }
    ended.then((code) => reject(new Error(`ended with ${code}:\n${lines.join('\n')}`)))
  })
  return {
    url,
    dataDir,
    lines,
    process: child,
    stop() {
      child.kill('SIGTERM')
      return ended
    },
    async remove() {
      child.kill('SIGKILL')
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
