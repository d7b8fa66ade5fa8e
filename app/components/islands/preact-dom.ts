import { type ComponentChild, type ContainerNode, hydrate } from 'preact'

/** What React's `hydrateRoot` does, by Preact: the build puts it in the place of `react-dom/client`. */
export function hydrateRoot(container: ContainerNode, child: ComponentChild): void {
  hydrate(child, container)
}
