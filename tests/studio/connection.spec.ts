import { once } from 'node:events'
import type { WebSocketRoute } from '@playwright/test'
import { administrator, createAdministrator } from '../administrator.ts'
import { startSite } from '../running-site.ts'
import { contentOf } from '../site-content.ts'
import { dropExpected } from './page-errors.ts'
import { typeInto } from './stored.ts'
import { expect, field, newQuestion, open, password, test } from './studio.ts'

test('a form shows changes made while it was disconnected', async ({
  ownStudio: studio,
  content,
  complaints,
}) => {
  const id = await newQuestion(content)
  const sockets: WebSocketRoute[] = []
  let isDisconnected = false
  await studio.routeWebSocket(/\/v1\/events$/, (socket) => {
    if (isDisconnected) return socket.close({ code: 1013 })
    socket.connectToServer()
    sockets.push(socket)
  })
  await open(studio, 'faqEntry', id)
  const input = field(studio, 'question').getByTestId('string-input')
  await expect(input).toBeEditable()
  isDisconnected = true
  await Promise.all(sockets.map((socket) => socket.close({ code: 1013 })))
  await expect(studio.getByText('Trying to connect')).toBeVisible()
  await content.patch(id).set({ question: 'Asked while it was disconnected?' }).commit()
  isDisconnected = false
  await expect(input).toHaveValue('Asked while it was disconnected?')
  await typeInto(studio, content, `drafts.${id}`, 'question', 'Asked after that?')
  dropExpected(complaints, /WebSocket is already in CLOSING or CLOSED state/)
})

test('a site that is killed during an edit keeps saved changes', async ({ page, complaints }) => {
  const site = await startSite({ STUDIO_PASSWORD: password })
  await createAdministrator(site, password)
  const { port } = new URL(site.url)
  const content = contentOf(site)
  const id = await newQuestion(content)
  await page.request.post(`${site.url}/v1/auth/login`, { data: administrator })
  await open(page, 'faqEntry', id, { origin: site.url })
  const input = field(page, 'question').getByTestId('string-input')
  await typeInto(page, content, `drafts.${id}`, 'question', 'Saved before?')
  site.process.kill('SIGKILL')
  await once(site.process, 'exit')
  const again = await startSite({ STUDIO_PASSWORD: password, DATA_DIR: site.dataDir, PORT: port })
  try {
    expect(await content.getDocument(`drafts.${id}`)).toMatchObject({ question: 'Saved before?' })
    await expect(input).toBeEditable()
    await expect(input).toHaveValue('Saved before?')
    await typeInto(page, content, `drafts.${id}`, 'question', 'Typed after it was back?')
    await page.close()
    dropExpected(complaints, /ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE)/)
  } finally {
    await again.remove()
  }
})
