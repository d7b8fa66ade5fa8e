import { join } from 'node:path'
import { build } from 'esbuild'
import type { LiveMetricsData } from '../../../app/metrics/live-metrics.ts'
import { simulatedMetrics } from '../../../app/metrics/metrics.ts'
import { root } from '../../../server/root.ts'

const exported = `export { LiveCard } from './live-card.tsx'
export { RotatingWords } from './rotating-words.tsx'`

/** Bundles the islands of the landing page into one module that only imports React. Resolves to its code. */
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

/** Returns the properties of an island without random values. Otherwise each run would rebuild the project. */
export function fixedProps(props: object): object {
  if (!('metrics' in props)) return props
  const metrics = props.metrics as LiveMetricsData
  return {
    metrics: { ...metrics, first: simulatedMetrics(metrics.dashboard, 0), ping: 9 },
  }
}
