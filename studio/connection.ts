/** Where the content is kept. */
export interface Connection {
  projectId: string
  dataset: string
  /** On Sanity's own hosts, rather than behind the site that serves this page. */
  hosted: boolean
}

/**
 * Reads what the server wrote into the page: `data-project-id` where SANITY_PROJECT_ID names a
 * hosted project, and `data-dataset`. The same build therefore serves both.
 */
export function readConnection(): Connection {
  const { projectId, dataset } = document.getElementById('studio')?.dataset ?? {}
  return {
    projectId: projectId || 'halvi',
    dataset: dataset || 'production',
    hosted: Boolean(projectId),
  }
}
