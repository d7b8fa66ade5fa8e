import { GALLERY_QUERY } from '../content/queries/home.ts'
import { unlessAway } from '../content/unavailable.ts'
import type { RouteHandle } from '../route-handle.ts'

export const handle: RouteHandle = { cache: { seconds: 600 } }

/** The screens of the gallery, which the landing page asks for once someone opens it. */
export const loader = unlessAway(async ({ context }) =>
  Response.json((await context.content.fetch(GALLERY_QUERY)) ?? []),
)
