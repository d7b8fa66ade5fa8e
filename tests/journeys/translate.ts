import type { Page } from '@playwright/test'

/**
 * Changes all texts of a page as the translation of a browser does: puts each text in two elements `font`. Some
 * translators move the text nodes, others replace them. Skips what must not be translated.
 */
export const translate = (page: Page, { moves }: { moves: boolean }): Promise<void> =>
  page.evaluate((moves) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) {
      const text = walker.currentNode as Text
      if (!text.parentElement?.closest('script, style, [translate=no]')) texts.push(text)
    }
    for (const text of texts) {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      outer.append(inner)
      text.replaceWith(outer)
      inner.append(moves ? text : (text.textContent ?? ''))
    }
  }, moves)
