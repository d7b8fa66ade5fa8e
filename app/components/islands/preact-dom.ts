import { withoutMarks } from 'halvi-site/words/marks'
import { type ComponentChild, type ContainerNode, h, hydrate, options, type VNode } from 'preact'

/**
 * Replaces React's `hydrateRoot` with Preact's `hydrate`. The build uses this module instead of `react-dom/client`.
 */
export function hydrateRoot(container: ContainerNode, child: ComponentChild): void {
  hydrate(child, container)
}

/** Renders marked texts with `lang="en"`, as `renderMarks` does. Does not isolate numbers. */
options.vnode = ({ type, props }) => {
  if (typeof type !== 'string') return
  const values = props as Record<string, unknown>
  for (const [name, value] of Object.entries(values)) {
    if (name === 'children') values.children = [value].flat().flatMap(renderText)
    else if (typeof value === 'string') values[name] = withoutMarks(value)
  }
}

function renderText(child: unknown): unknown {
  if (typeof child !== 'string') return child
  return child
    .split(/(\ue000[^\ue000\ue001]*\ue001)/)
    .filter(Boolean)
    .map((part): string | VNode => {
      const shown = withoutMarks(part)
      return shown === part ? part : h('span', { lang: 'en', dir: 'ltr' }, shown)
    })
}
