import type { Command } from './command.ts'

/** Each command is a module whose default is it, read when it is called. */
export const commands: Readonly<Record<string, () => Promise<{ default: Command }>>> = {
  start: () => import('./start.ts'),
  health: () => import('./health.ts'),
  upgrade: () => import('./upgrade.ts'),
  rollback: () => import('./rollback.ts'),
  doctor: () => import('./doctor/doctor.ts'),
  backup: () => import('./backups/backup.ts'),
  restore: () => import('./backups/restore.ts'),
  drill: () => import('./backups/drill.ts'),
}
