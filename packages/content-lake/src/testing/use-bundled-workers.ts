import { forkBundles } from 'halvi-kit/testing/bundled-programs'
import { lake, workers } from './bundle-workers.ts'

// Makes each test process use the bundles of `bundle-workers.ts`.
const { WORKER_BUNDLES: folder } = process.env
if (folder) {
  forkBundles(
    Object.entries(workers).map(([name, source]) => [lake + source, `${folder}${name}.js`]),
  )
}
