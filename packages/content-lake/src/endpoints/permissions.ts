/**
 * Permissions on documents, by Sanity's names. Without the write permissions, the Studio shows its forms read-only and
 * disables its buttons.
 */
export const READ = ['read', 'history']
export const WRITE = [...READ, 'create', 'update', 'editHistory', 'mode']
