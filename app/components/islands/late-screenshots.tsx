import { type CSSProperties, useEffect, useState } from 'react'

interface LateScreenshotsProps {
  /** The page with the screenshots, and the text of the link to it. */
  href: string
  label: string
  /** The language of the screenshots, if it is not the language of the page. */
  language: string | undefined
}

/** Renders a link to the page with the app screenshots, and replaces it with the screenshots of that page. */
export function LateScreenshots({ href, label, language }: LateScreenshotsProps) {
  const [screens, setScreens] = useState('')
  useEffect(() => {
    loadScreens(href).then(setScreens, console.error)
  }, [href])
  return screens ? (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: from a page of this site
    <ul className="gallery-screens" lang={language} dangerouslySetInnerHTML={{ __html: screens }} />
  ) : (
    <ul className="gallery-screens">
      {/* Appears after one second, if the screenshots are not there before. */}
      <li style={{ '--index': 10 } as CSSProperties}>
        <a className="text-link" href={href}>
          {label}
        </a>
      </li>
    </ul>
  )
}

/** Returns the HTML of the screenshots on a page, or an empty text if it has none. */
async function loadScreens(href: string): Promise<string> {
  const response = await fetch(href)
  // A template element, which loads no images.
  const page = document.createElement('template')
  page.innerHTML = await response.text()
  return page.content.querySelector('.filmstrip-screens')?.innerHTML ?? ''
}
