import { VERCEL_STEGA_REGEX } from '@vercel/stega'

/** The pattern of stega characters, to remove them. */
export const stegaPattern = VERCEL_STEGA_REGEX.source
