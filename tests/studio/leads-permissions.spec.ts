import { expectGone, openLead, sendMessage, tool } from './leads-tool.ts'
import { dropExpected } from './page-errors.ts'
import { expect, test } from './studio.ts'

test('users who lose access to leads see a message and no lead data', async ({
  studio,
  invite,
  complaints,
}) => {
  const email = await sendMessage(studio)
  const [hers, theirs] = await Promise.all(
    (['leads', 'viewer'] as const).map((role) => invite({ role, name: `The ${role}` })),
  )
  if (!hers || !theirs) throw new Error('Expected two pages')
  await openLead(hers, email)
  // Her browser continues with the session of a viewer.
  await hers.context().addCookies(await theirs.context().cookies())
  const alert = tool(hers).getByRole('alert')
  await expect(alert).toContainText('You no longer have access to leads.')
  await expectGone(hers, email)
  const asked = hers.waitForResponse('**/staff/v1/changes')
  await alert.getByRole('button', { name: 'Try again' }).click()
  expect((await asked).status()).toBe(403)
  await expect(alert).toContainText('You no longer have access to leads.')
  await Promise.all([hers.context().close(), theirs.context().close()])
  dropExpected(complaints, /status of 403/)
})
