import { join } from 'node:path'
import { readOrCreateSecret } from './secret.ts'
import type { Settings } from './settings.ts'

/** What opens the embedded Studio. */
export interface StudioPassword {
  password: string
  /** The file that keeps it, unless it is a setting. */
  file?: string
}

/** The password that is set, or one made at the first start and kept in DATA_DIR (mode 600). */
export function studioPassword(settings: Settings): StudioPassword {
  if (settings.STUDIO_PASSWORD) return { password: settings.STUDIO_PASSWORD }
  const file = join(settings.DATA_DIR, 'studio-password')
  return { password: readOrCreateSecret(file), file }
}
