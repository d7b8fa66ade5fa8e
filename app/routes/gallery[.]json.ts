import { GALLERY_QUERY } from '../content/queries/home.ts'
import { unlessAway } from '../content/unavailable.ts'

/** The screens of the gallery, which the landing page asks for once someone opens it. */
export const loader = unlessAway(async ({ context }) =>
  Response.json((await context.content.fetch(GALLERY_QUERY)) ?? []),
)
