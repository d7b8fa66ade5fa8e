/** The version of Sanity's API that the schemas and the Studio use. */
export const apiVersion = '2025-02-19'
