import type { Screen } from '../../content/shapes.ts'

/** Asks the site for the screens of the gallery. @throws Error when it does not answer with them */
export async function loadScreens(): Promise<Screen[]> {
  const response = await fetch('/gallery.json')
  if (!response.ok) throw new Error(`The gallery was answered with ${response.status}`)
  return response.json()
}
