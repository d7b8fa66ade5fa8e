import type { ComponentType } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { islands } from './islands.ts'

/**
 * Hydrates an island that the server rendered. Does nothing if it has already started. If hydration throws, restores
 * the server's HTML.
 *
 * @throws the error of the hydration
 */
export function start(element: HTMLElement): void {
  const { island = '', props = '{}', started } = element.dataset
  const Component = islands[island as keyof typeof islands] as ComponentType | undefined
  if (!Component || started !== undefined) return
  element.dataset.started = ''
  const rendered = element.cloneNode(true)
  try {
    hydrateRoot(element, <Component {...JSON.parse(props)} />)
  } catch (error) {
    element.replaceChildren(...rendered.childNodes)
    throw error
  }
}
