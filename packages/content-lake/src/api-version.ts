/** The version of Sanity's API that clients of the lake use by default. */
export const apiVersion = '2025-02-19'
