/**
 * How the Studio searches. `groq2024` lists matches in titles first, and also ranks words that are not typed to their
 * end. Titles are the fields that previews select as `title`.
 */
export const search = { strategy: 'groq2024' } as const
