import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { startSmtp } from '../leads/mail/testing/test-smtp.ts'
import { linkTo, mailSettings } from '../tests/applicant-mail.ts'
import { startSite } from '../tests/running-site.ts'

// Measures whether the time of a form's answer reveals that an address was listed: npx tsx bench/answers.ts

const rounds = Number(process.argv[2] ?? 200)
/** Maximum pause after an answer, in milliseconds. It varies, because messages are sent at regular polls. */
const pauseMs = 80

/** Time in which the form endpoint answers, in milliseconds. */
const endpointMs = 30
const endpoint = createServer(async (_request, response) => {
  await sleep(endpointMs)
  response.end()
})
await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve))
const endpointUrl = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}`

const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0

for (const settings of [{}, { FORM_ENDPOINT_URL: endpointUrl }] as Record<string, string>[]) {
  const smtp = await startSmtp()
  const site = await startSite({ ...mailSettings(smtp), ...settings })
  let count = 0
  const post = async (path: string, fields: Record<string, string>) => {
    const body = new URLSearchParams(fields)
    const start = performance.now()
    const { status } = await fetch(site.url + path, { method: 'POST', redirect: 'manual', body })
    if (status !== 303) throw new Error(`${path} returned ${status}`)
    return performance.now() - start
  }
  const apply = (email: string, name = 'Amina') =>
    post('/waitlist', { name, email, interests: 'shopOnHalvi' })
  const [unconfirmed, confirmed] = ['unconfirmed@example.com', 'confirmed@example.com']
  for (const email of [unconfirmed, confirmed]) await apply(email)
  while (!linkTo(smtp, confirmed, 'confirm')) await sleep(20)
  await post(linkTo(smtp, confirmed, 'confirm') ?? '', { action: 'confirm' })
  const kinds = {
    'new address': () => apply(`new.${count++}@example.com`),
    'unconfirmed, same content': () => apply(unconfirmed),
    'unconfirmed, other content': () => apply(unconfirmed, `Amina ${count++}`),
    'confirmed, same content': () => apply(confirmed),
    'confirmed, other content': () => apply(confirmed, `Amina ${count++}`),
  }
  const times: Record<string, number[]> = {}
  for (let round = -5; round < rounds; round++) {
    // In another order each time, because the work that follows one answer can slow down the next.
    const order = Object.entries(kinds).map((kind) => ({ kind, at: Math.random() }))
    for (const { kind } of order.sort((one, other) => one.at - other.at)) {
      const [name, send] = kind
      const taken = await send()
      if (round >= 0) times[name] = [...(times[name] ?? []), taken]
      await sleep(Math.random() * pauseMs)
    }
  }
  console.info(
    'FORM_ENDPOINT_URL' in settings ? `with an endpoint (${endpointMs} ms)` : 'stored only',
  )
  for (const [kind, all] of Object.entries(times)) {
    console.info(`  ${kind}: ${median(all).toFixed(2)} ms`)
  }
  await site.remove()
  await smtp.close()
}
endpoint.close()
