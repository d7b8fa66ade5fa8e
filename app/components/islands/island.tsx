import { type ComponentProps, type ComponentType, useContext } from 'react'
import { PreviewContext } from '../contexts.ts'
import { islands } from './islands.ts'

type Islands = typeof islands

interface IslandProps<Name extends keyof Islands> {
  name: Name
  /** When the browser starts it: once it is in view, once the page is painted, or when it is pressed. */
  start: 'visible' | 'idle' | 'press'
  /** What the component takes. The browser gets it as JSON: nothing that JSON does not know. */
  props: ComponentProps<Islands[Name]>
}

/**
 * A component that the server renders like any other, and that the browser starts by itself, without the page around
 * it: see island-loader.js. In preview, where all of the page runs, it is no more than the component.
 */
export function Island<Name extends keyof Islands>({ name, start, props }: IslandProps<Name>) {
  const Component = islands[name] as ComponentType<object>
  const inPreview = useContext(PreviewContext)
  const data = inPreview
    ? {}
    : { 'data-island': name, 'data-start': start, 'data-props': asJson(props) }
  return (
    <div className="island" {...data}>
      <Component {...props} />
    </div>
  )
}

/** What is null is left out, as what the content does not have. */
function asJson(props: object): string {
  return JSON.stringify(props, (_, value) => value ?? undefined)
}
