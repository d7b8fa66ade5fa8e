/** The dataset that the Studio edits. */
export interface Connection {
  projectId: string
  dataset: string
  /** True for a project on Sanity's hosts, false for the embedded lake of the site that serves this page. */
  hosted: boolean
}

/**
 * Returns the connection from the attributes that the server wrote into the page: `data-project-id` if
 * SANITY_PROJECT_ID is set, and `data-dataset`. One build therefore works with both kinds of project.
 */
export function readConnection(): Connection {
  const { projectId, dataset } = document.getElementById('studio')?.dataset ?? {}
  return {
    projectId: projectId || 'halvi',
    dataset: dataset || 'production',
    hosted: Boolean(projectId),
  }
}
