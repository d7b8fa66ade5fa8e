import type { EnvironmentModuleNode, Plugin } from 'vite'

/**
 * Returns a Vite plugin that makes open pages fetch their data again after a change of server-only code, such as a
 * query. Tailwind scans all source files, so Vite treats each one as part of a stylesheet. Without this plugin, Vite
 * would reload the page for a change of server code, and typed input would be lost.
 */
export function serverChanges(): Plugin {
  return {
    name: 'server-changes',
    apply: 'serve',
    // The older hook, because Remix's plugin uses it as well, and overrides the result of the newer hook.
    handleHotUpdate({ modules, server }) {
      const { client, ssr } = server.environments
      const inBrowser = (id: string | null) =>
        id ? client.moduleGraph.getModuleById(id) : undefined
      const others = modules.filter(({ id, url }) => {
        if (isStyles(url)) return true
        const module = inBrowser(id)
        if (module && !isOnlyScanned(module)) return true
        const served = id ? ssr.moduleGraph.getModuleById(id) : undefined
        const affected = served ? nearestInBrowser(served, client.moduleGraph) : []
        for (const other of [...affected, ...(module?.importers ?? [])]) {
          void client.reloadModule(other)
        }
        return false
      })
      return others
    },
  }
}

const isStyles = (url: string) => /\.css(\?|$)/.test(url)

/** Returns whether a module is in the browser's graph only because Tailwind scans it for class names. */
function isOnlyScanned({ url, importers, isSelfAccepting }: EnvironmentModuleNode): boolean {
  return (
    !isSelfAccepting && !isStyles(url) && [...importers].every((importer) => isStyles(importer.url))
  )
}

/** Returns the nearest modules that browsers run among all direct and indirect importers of a server module. */
function nearestInBrowser(
  served: EnvironmentModuleNode,
  graph: { getModuleById(id: string): EnvironmentModuleNode | undefined },
): Set<EnvironmentModuleNode> {
  const found = new Set<EnvironmentModuleNode>()
  const visited = new Set([served])
  // The loop also visits modules that are added to the set during the loop.
  for (const module of visited) {
    const inBrowser = module.id ? graph.getModuleById(module.id) : undefined
    if (inBrowser && !isOnlyScanned(inBrowser)) found.add(inBrowser)
    else for (const importer of module.importers) visited.add(importer)
  }
  return found
}
