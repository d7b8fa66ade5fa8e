import { createContext, useContext } from 'react'
import type { PagePart } from '../route-handle.ts'
import type { PageScript } from './scripts.server.ts'
import type { PageStyles } from './styles.server.ts'

/** What one rendering on the server knows beyond its data. */
export interface Rendering {
  /** The id under which the server logs this request. */
  requestId: string
  /** Names the scripts and styles that are ours, see `guardPage`. */
  nonce: string
  /** The styles of a page with these parts. */
  styles: (parts: readonly PagePart[]) => PageStyles
  scripts: Record<PageScript, string>
}

/** Absent in the browser. */
export const RenderingContext = createContext<Rendering | undefined>(undefined)

/** What the server knows of this rendering; undefined in the browser. */
export function useRendering(): Rendering | undefined {
  return useContext(RenderingContext)
}
