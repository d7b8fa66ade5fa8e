import { createContext, useContext } from 'react'
import type { PageScript } from './scripts.server.ts'

/** Values of one rendering on the server that are not in the loaders' data. */
export interface Rendering {
  /** The request id in the server's log. */
  requestId: string
  /** Marks the site's own inline scripts and styles, see `guardPage`. */
  nonce: string
  /** The address of the stylesheet. Absent for a page that contains its styles. */
  stylesheet: string | undefined
  /** Replaced by the styles after the rendering, see `fillInStyles`. */
  stylesPlaceholder: string
  /** The styles of languages with other letters or another direction, see `Styles`. */
  letterStyles: string
  scripts: Record<PageScript, string>
}

/** The values of the current rendering. Undefined in the browser. */
export const RenderingContext = createContext<Rendering | undefined>(undefined)

/** Returns the values of the current rendering on the server, or undefined in the browser. */
export function useRendering(): Rendering | undefined {
  return useContext(RenderingContext)
}
