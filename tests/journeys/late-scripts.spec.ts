import { expect, test } from './site.ts'

test('a page is painted before its scripts are asked for', async ({ page }) => {
  await page.addInitScript(() => {
    new PerformanceObserver((paints) => {
      if (!paints.getEntriesByName('first-contentful-paint').length) return
      Object.assign(window, { toldOfPaint: performance.now() })
    }).observe({ type: 'paint', buffered: true })
  })
  await page.goto('/waitlist')
  await expect(page.getByRole('button', { name: 'Pause' })).toBeEnabled()
  const { painted, asked } = await page.evaluate(() => ({
    painted: (window as unknown as { toldOfPaint: number }).toldOfPaint,
    asked: performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ startTime }) => startTime),
  }))
  expect(asked.length).toBeGreaterThan(5)
  expect(Math.min(...asked)).toBeGreaterThan(painted)
})

test('a page in the background does not wait to be painted', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { value: true })
    PerformanceObserver.prototype.observe = () => {}
  })
  await page.goto('/waitlist')
  await expect(page.getByRole('button', { name: 'Pause' })).toBeEnabled()
})

test('a page that is never painted, as in a hidden frame, runs all the same', async ({ page }) => {
  await page.goto('/support/faq')
  await page.evaluate(() => {
    const frame = document.createElement('iframe')
    frame.src = '/waitlist'
    frame.hidden = true
    document.body.append(frame)
  })
  const frame = page.frameLocator('iframe')
  await expect(frame.getByRole('button', { name: 'Pause', includeHidden: true })).toBeEnabled()
})
