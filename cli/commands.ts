import type { Command } from './command.ts'

/** Each command is a module whose default is it, read when it is called. */
export const commands: Readonly<Record<string, () => Promise<{ default: Command }>>> = {
  start: () => import('./start.ts'),
  health: () => import('./health.ts'),
  upgrade: () => import('./upgrade.ts'),
  rollback: () => import('./rollback.ts'),
  doctor: () => import('./doctor/command.ts'),
  backup: () => import('./backup.ts'),
  restore: () => import('./restore.ts'),
  drill: () => import('./drill.ts'),
}
