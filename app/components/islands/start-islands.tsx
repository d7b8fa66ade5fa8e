import type { ComponentType } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { islands } from './islands.ts'

/** Starts an island that the server has rendered, once. One that throws stays as the server made it. @throws its error */
export function start(element: HTMLElement): void {
  const { island = '', props = '{}', started } = element.dataset
  const Component = islands[island as keyof typeof islands] as ComponentType | undefined
  if (!Component || started !== undefined) return
  element.dataset.started = ''
  const made = element.cloneNode(true)
  try {
    hydrateRoot(element, <Component {...JSON.parse(props)} />)
  } catch (error) {
    element.replaceChildren(...made.childNodes)
    throw error
  }
}
