import type { Browser } from '@playwright/test'

/** An element: its name, its React properties, and its children. An island has the name of its component. */
type Tree = string | [tag: string, props: Record<string, unknown>, ...children: Tree[]]

/** The parts of this site's landing page, for other frameworks to render. */
export interface LandingPage {
  title: string
  styles: string
  /** The React properties of the links in its head: fonts and icon. */
  links: Record<string, string>[]
  body: Tree[]
  /** The body's HTML before, between and after the islands. */
  pieces: string[]
  islands: { name: string; start: string; props: object }[]
}

/** Fetches the landing page, and resolves to its parts without scripts. */
export async function readLanding(browser: Browser, url: string): Promise<LandingPage> {
  const html = await (await fetch(url, { headers: { 'sec-fetch-site': 'none' } })).text()
  const page = await browser.newPage()
  // tsx adds calls of this helper to functions. The page does not have it.
  await page.addInitScript('globalThis.__name = (named) => named')
  await page.goto('data:text/html,')
  const landing = await page.evaluate(parsePage, html)
  await page.close()
  return landing
}

/** Returns the parts of a page. Runs in a browser. */
function parsePage(html: string): LandingPage {
  const doc = new DOMParser().parseFromString(html, 'text/html')
  const styles = [...doc.querySelectorAll('style')].map(({ textContent }) => textContent).join('')
  const links = [...doc.querySelectorAll('link[rel=preload], link[rel=icon]')].map((link) => {
    // In React's spelling. Otherwise Next requests the font twice.
    const { crossorigin, ...rest } = attributesOf(link)
    return crossorigin === undefined ? rest : { ...rest, crossOrigin: crossorigin }
  })
  const comments = doc.createTreeWalker(doc, NodeFilter.SHOW_COMMENT)
  const gone: Node[] = [...doc.querySelectorAll('script, style, noscript')]
  while (comments.nextNode()) gone.push(comments.currentNode)
  for (const node of gone) node.parentNode?.removeChild(node)
  doc.normalize()

  const islands = [...doc.querySelectorAll<HTMLElement>('[data-island]')].map((element) => {
    const { island: name = '', start = '', props = '' } = element.dataset
    element.replaceChildren('\0')
    for (const attribute of Object.keys(element.dataset)) delete element.dataset[attribute]
    return { name, start, props: JSON.parse(props) as object }
  })
  const pieces = doc.body.innerHTML.split('\0')
  let next = 0
  return {
    title: doc.title,
    styles,
    links,
    body: [...doc.body.childNodes].map(treeOf),
    pieces,
    islands,
  }

  function treeOf(node: Node): Tree {
    if (!(node instanceof Element)) {
      if (node.textContent !== '\0') return node.textContent ?? ''
      const { name = '', props = {} } = islands[next++] ?? {}
      return [name, { ...props }]
    }
    const tag = node.namespaceURI?.endsWith('/svg') ? node.tagName : node.localName
    const { class: className, style, ...rest } = attributesOf(node)
    // React needs a boolean: an empty string would be false.
    const hidden = rest.hidden === undefined ? {} : { hidden: true }
    const look = style === undefined ? {} : { style: styleOf(style) }
    const props = { ...rest, ...(className ? { className } : {}), ...hidden, ...look }
    return [tag, props, ...[...node.childNodes].map(treeOf)]
  }

  function attributesOf(element: Element): Record<string, string> {
    return Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]))
  }

  function styleOf(text: string): Record<string, string> {
    const declarations = text.split(';').map((declaration) => declaration.split(/:(.*)/s))
    return Object.fromEntries(
      declarations
        .filter(([name]) => name?.trim())
        .map(([name = '', value = '']) => [
          name.trim().replace(/(?<!^-?)-(\w)/g, (_, letter: string) => letter.toUpperCase()),
          value.trim(),
        ]),
    )
  }
}
