import { expect, type Locator } from '@playwright/test'

/** Pastes texts, by their media types, into the element. */
export function paste(element: Element, texts: Record<string, string>): void {
  const clipboardData = new DataTransfer()
  for (const [type, text] of Object.entries(texts)) clipboardData.setData(type, text)
  element.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
  )
}

/**
 * Clicks a text and presses keys, until the caret stays at this offset, in a node with these words if they are given.
 * The editor starts some time after the first click, and sets its own position of the caret then.
 */
export async function placeCaret(
  text: Locator,
  keys: 'Control+Home' | 'Control+End',
  offset: number,
  words?: string,
): Promise<void> {
  const position = () =>
    text.evaluate(async (element) => {
      // In the page's own time, in which the timers of the editor come first.
      await new Promise((resolve) => setTimeout(resolve, 500))
      const { focusNode, focusOffset } = getSelection() ?? {}
      if (!element.contains(focusNode ?? null)) return {}
      return { offset: focusOffset, words: focusNode?.textContent }
    })
  await expect(async () => {
    await text.click()
    await text.press(keys)
    expect(await position()).toMatchObject(words === undefined ? { offset } : { offset, words })
  }).toPass({ intervals: [0] })
}

/** Selects and deletes a text, again if the editor ignored it because it was still saving, until it is gone. */
export async function deleteText(text: Locator, read: () => Promise<unknown[]>): Promise<void> {
  await expect(async () => {
    await text.press('Control+a')
    await text.press('Delete')
    await expect.poll(read, { timeout: 10_000 }).toEqual([])
  }).toPass()
}
