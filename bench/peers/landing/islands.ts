import { join } from 'node:path'
import { build } from 'esbuild'
import type { LiveMetricsData } from '../../../app/metrics/live-metrics.ts'
import { simulatedMetrics } from '../../../app/metrics/metrics.ts'
import { root } from '../../../server/root.ts'

const exported = `export { LiveCard } from './live-card.tsx'
export { RotatingWords } from './rotating-words.tsx'`

/** The site's own moving parts of the landing page as one module that imports React alone. */
export async function bundleIslands(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: exported, resolveDir: join(root, 'app/components/islands'), loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    external: ['react', 'react/jsx-runtime'],
  })
  return outputFiles[0]?.text ?? ''
}

/** The properties of an island, alike each time: what is made by chance would be built anew. */
export function fixedProps(props: object): object {
  if (!('metrics' in props)) return props
  const metrics = props.metrics as LiveMetricsData
  return {
    metrics: { ...metrics, first: simulatedMetrics(metrics.dashboard, 0), ping: 9 },
  }
}
