import { createContext, useContext } from 'react'

/** What one rendering on the server knows beyond its data. */
export interface Rendering {
  /** The id under which the server logs this request. */
  requestId: string
  /** Marks the scripts that are ours, see `guardScripts`. */
  scriptMark: string
}

/** Absent in the browser. */
export const RenderingContext = createContext<Rendering | undefined>(undefined)

/** The id to show on an error page, so that a visitor's report finds the log line. */
export function useRequestId(): string | undefined {
  return useContext(RenderingContext)?.requestId
}

/** The mark for our own scripts; undefined in the browser, where it has been taken out. */
export function useScriptMark(): string | undefined {
  return useContext(RenderingContext)?.scriptMark
}
