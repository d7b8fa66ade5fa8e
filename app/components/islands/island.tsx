import { escapeMarks } from 'halvi-site/words/marks'
import { type ComponentProps, type ComponentType, useContext } from 'react'
import { PreviewContext } from '../contexts.ts'
import type { islands } from './islands.ts'

type Islands = typeof islands

interface IslandProps<Name extends keyof Islands> {
  /** The name and the component in the list of islands. A page imports only its own. */
  name: Name
  component: Islands[Name]
  /** When the browser starts the island: when it is in view, after the first paint, or when it is pressed. */
  start: 'visible' | 'idle' | 'press'
  /** The component's props. The browser gets them as JSON, so they must be serializable. */
  props: ComponentProps<Islands[Name]>
}

/**
 * Renders a component on the server and marks it, so that island-loader.js hydrates it without the rest of the page.
 * In preview, where the complete page is hydrated, it renders the component without the marks.
 */
export function Island<Name extends keyof Islands>(island: IslandProps<Name>) {
  const { name, component, start, props } = island
  const Component = component as ComponentType<object>
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

/**
 * Returns props as JSON without null values: content that does not exist. Escapes marks, because
 * `renderMarks` removes them from attributes.
 */
function asJson(props: object): string {
  return escapeMarks(JSON.stringify(props, (_, value) => value ?? undefined))
}
