import type { AssetName } from './originals/names.ts'

/** An asset whose bytes are on disk. */
export interface StoredAsset extends AssetName {
  path: string
  size: number
  /** In pixels. 0 for files. */
  width: number
  height: number
  isAnimated: boolean
}
