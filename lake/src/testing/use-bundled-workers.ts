import { forkBundles } from 'halvi-runtime/testing/bundled-programs'
import { lake, workers } from './bundle-workers.ts'

// In each process of tests: the bundles that `bundle-workers.ts` made before them.
const { WORKER_BUNDLES: folder } = process.env
if (folder) {
  forkBundles(
    Object.entries(workers).map(([name, source]) => [lake + source, `${folder}${name}.js`]),
  )
}
