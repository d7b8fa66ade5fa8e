import type { Browser } from '@playwright/test'

/** An element as its name, its properties in React and its children; an island as its component's. */
type Tree = string | [tag: string, props: Record<string, unknown>, ...children: Tree[]]

/** Our landing page, taken apart for others to render. */
export interface LandingPage {
  title: string
  styles: string
  /** Properties in React of what its head links to: faces and icon. */
  links: Record<string, string>[]
  body: Tree[]
  /** The body's HTML before, between and after the islands. */
  pieces: string[]
  islands: { name: string; start: string; props: object }[]
}

/** Takes the page at an address apart, as it comes from the server. Its scripts are left out. */
export async function readLanding(browser: Browser, url: string): Promise<LandingPage> {
  const html = await (await fetch(url, { headers: { 'sec-fetch-site': 'none' } })).text()
  const page = await browser.newPage()
  // tsx gives functions their names by this helper, which is none of the page's.
  await page.addInitScript('globalThis.__name = (named) => named')
  await page.goto('data:text/html,')
  const landing = await page.evaluate(takeApart, html)
  await page.close()
  return landing
}

/** Runs in a browser. */
function takeApart(html: string): LandingPage {
  const doc = new DOMParser().parseFromString(html, 'text/html')
  const styles = [...doc.querySelectorAll('style')].map(({ textContent }) => textContent).join('')
  const links = [...doc.querySelectorAll('link[rel=preload], link[rel=icon]')].map((link) => {
    // Spelled as React does: otherwise Next asks for the face twice.
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
    // True or false in React, where the empty text is false.
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
