import type { EnvironmentModuleNode, Plugin } from 'vite'

/**
 * Has open pages ask for their data anew when what only the server runs has changed, such as a query.
 * Tailwind reads all sources, so that Vite takes each of them for a part of a style sheet, and loads
 * pages anew for those that are nothing else in the browser: what was typed would be lost.
 */
export function serverChanges(): Plugin {
  return {
    name: 'server-changes',
    apply: 'serve',
    // In its older form, since Remix's plugin uses that: it undoes what the newer one has returned.
    handleHotUpdate({ modules, server }) {
      const { client, ssr } = server.environments
      const inBrowser = (id: string | null) =>
        id ? client.moduleGraph.getModuleById(id) : undefined
      const others = modules.filter(({ id, url }) => {
        if (isStyles(url)) return true
        const module = inBrowser(id)
        if (module && !isOnlyRead(module)) return true
        const served = id ? ssr.moduleGraph.getModuleById(id) : undefined
        const concerned = served ? nearestInBrowser(served, client.moduleGraph) : []
        for (const other of [...concerned, ...(module?.importers ?? [])]) {
          void client.reloadModule(other)
        }
        return false
      })
      return others
    },
  }
}

const isStyles = (url: string) => /\.css(\?|$)/.test(url)

/** Whether a module is known in the browser's graph for its class names alone. */
function isOnlyRead({ url, importers, isSelfAccepting }: EnvironmentModuleNode): boolean {
  return (
    !isSelfAccepting && !isStyles(url) && [...importers].every((importer) => isStyles(importer.url))
  )
}

/** Of all that import a module of the server's, directly or not, those nearest to it that browsers run. */
function nearestInBrowser(
  served: EnvironmentModuleNode,
  graph: { getModuleById(id: string): EnvironmentModuleNode | undefined },
): Set<EnvironmentModuleNode> {
  const found = new Set<EnvironmentModuleNode>()
  const visited = new Set([served])
  // What is added meanwhile is visited too.
  for (const module of visited) {
    const inBrowser = module.id ? graph.getModuleById(module.id) : undefined
    if (inBrowser && !isOnlyRead(inBrowser)) found.add(inBrowser)
    else for (const importer of module.importers) visited.add(importer)
  }
  return found
}
