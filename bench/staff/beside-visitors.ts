import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sessionKey, writeSession } from 'halvi-site/preview/preview-session'
import { WebSocket } from 'ws'
import { startSmtp } from '../../packages/leads/mail/testing/test-smtp.ts'
import { createAdministrator, newPerson } from '../../tests/administrator.ts'
import { lakeTokenOf, type RunningSite } from '../../tests/running-site.ts'
import { contentOf } from '../../tests/site-content.ts'
import { costTable, meanwhile } from '../measuring/meanwhile.ts'
import { submit } from '../submissions.ts'
import { startWarmSite } from '../warm-site.ts'

/** The largest list of marks and the longest document that the lake accepts. */
const [maxMarks, maxParts] = [10, 2_500]

/** Measures work of staff and applicants that could delay visitors. */
export async function benchBesideVisitors(): Promise<string> {
  const smtp = await startSmtp()
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'Halvi <hello@halvi.test>' }
  const site = await startWarmSite({ LOG_LEVEL: 'info', STUDIO_BUILD: 'never', ...mail })
  try {
    const administrator = await createAdministrator(site)
    const { cookies } = await newPerson(site, administrator, 'viewer')
    await writeMarks(site)
    const key = sessionKey(lakeTokenOf(site))
    const preview = writeSession({ kind: 'studio', until: Date.now() + 3_600_000 }, key)
    const open = () => load(site, '/support/terms', `${administrator}; preview=${preview}`)
    const costs = [
      await meanwhile(site, 'nothing', () => sleep(5_000)),
      await meanwhile(site, 'the first preview of a draft with many marks', open),
      await meanwhile(site, 'the second preview', open),
      await meanwhile(site, 'three presence messages on 100 sockets', () =>
        announce(site, cookies),
      ),
    ]
    await writeLargeDrafts(site)
    const exportAll = () => load(site, '/v2025-02-19/data/export/production', cookies)
    const three = () => Promise.all([exportAll(), exportAll(), exportAll()])
    costs.push(
      await meanwhile(site, 'three exports with 90 MB of drafts', three),
      await meanwhile(site, '20,000 applications, 32 at a time, and their mail', () =>
        submit(site.url, 20_000),
      ),
    )
    return costTable(costs)
  } finally {
    await site.remove()
    await smtp.close()
  }
}

async function load(site: RunningSite, path: string, cookie: string): Promise<void> {
  const response = await fetch(site.url + path, { headers: { cookie } })
  if (!response.ok) throw new Error(`${path} returned ${response.status}`)
  for await (const _ of response.body ?? []);
}

/** Returns a client whose writes don't wait for the site, which shows no drafts. */
const editorOf = (site: RunningSite) => contentOf({ ...site, applied: async () => {} })

/** Writes a draft of the terms with as many marks as possible. */
async function writeMarks(site: RunningSite): Promise<void> {
  const editor = editorOf(site)
  const marks = Array.from({ length: maxMarks }, (_, index) => ['strong', 'em'][index % 2])
  const children = Array.from(
    { length: Math.floor((maxParts - 50) / (maxMarks + 1)) },
    (_, at) => ({
      ...{ _type: 'span', _key: `s${at}`, text: `a${at}` },
      marks: marks.slice(at % maxMarks),
    }),
  )
  const block = { _type: 'block', _key: 'b', style: 'normal', markDefs: [], children }
  const page = await editor.getDocument('legal-terms')
  await editor.create({ ...page, _type: 'legalPage', _id: 'drafts.legal-terms', body: [block] })
}

/** Writes 100 drafts of 900 kB. */
async function writeLargeDrafts(site: RunningSite): Promise<void> {
  const editor = editorOf(site)
  const attributes = Array.from({ length: 90 }, (_, index) => ['k'.repeat(10_000) + index, 1])
  for (let count = 0; count < 100; count++) {
    const large = Object.fromEntries(attributes)
    await editor.create({ _id: `drafts.large-${count}`, _type: 'faqEntry', ...large })
  }
}

/** Sends three announcements of the largest size on each of 100 sockets with three subscriptions. */
async function announce({ url }: RunningSite, cookie: string): Promise<void> {
  const path = '/v2022-06-30/socket/production'
  const sockets = Array.from(
    { length: 100 },
    () => new WebSocket(url.replace('http', 'ws') + path, { headers: { cookie, origin: url } }),
  )
  await Promise.all(sockets.map((socket) => once(socket, 'open')))
  const send = (socket: WebSocket, method: string, params: object) =>
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 'a', method, params }))
  const locations = ['x'.repeat(9_800)]
  for (const [index, socket] of sockets.entries()) {
    for (let count = 0; count < 3; count++) send(socket, 'presence_subscribe', {})
    for (let count = 0; count < 3; count++) {
      send(socket, 'presence_announce', { data: { sessionId: `session-${index}`, locations } })
    }
  }
  await sleep(3_000)
  for (const socket of sockets) socket.terminate()
}
