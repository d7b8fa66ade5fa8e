import type { LoaderFunctionArgs } from '@remix-run/node'
import { GALLERY_QUERY } from '../content/queries/home.ts'

/** The screens of the gallery, which the landing page asks for once someone opens it. */
export async function loader({ context }: LoaderFunctionArgs) {
  return Response.json((await context.content.fetch(GALLERY_QUERY)) ?? [])
}
