import type { Assets } from '../assets/index.ts'
import { checkStillCurrent } from '../http/permissions.ts'
import type { Route } from '../http/router.ts'

/** `assets/images` and `assets/files`: https://www.sanity.io/docs/http-reference/assets */
export function uploadRoutes(assets: Assets, name: string): Route[] {
  return (['images', 'files'] as const).map((kind) => ({
    methods: ['POST'],
    path: `assets/${kind}/${name}`,
    needs: 'content',
    handle: (exchange) =>
      assets.upload(kind, exchange, exchange.user?.id, () =>
        checkStillCurrent(exchange.authContext),
      ),
  }))
}
