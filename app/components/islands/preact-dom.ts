import { type ComponentChild, type ContainerNode, hydrate } from 'preact'

/**
 * Replaces React's `hydrateRoot` with Preact's `hydrate`. The build uses this module instead of `react-dom/client`.
 */
export function hydrateRoot(container: ContainerNode, child: ComponentChild): void {
  hydrate(child, container)
}
