import type { Role } from 'embedded-content-lake'
import type { Role as RoleName } from 'halvi-leads/permissions'

/**
 * The roles of staff and their permissions for content and accounts. Permissions for leads are in `permissions.ts`.
 */
export const roles: readonly (Role & { name: RoleName })[] = [
  {
    name: 'administrator',
    title: 'Administrator',
    description: 'Edits content, works with leads and manages people',
    writesContent: true,
    managesPeople: true,
  },
  {
    name: 'editor',
    title: 'Editor',
    description: 'Edits content; sees no leads',
    writesContent: true,
    managesPeople: false,
  },
  {
    name: 'leads',
    title: 'Leads',
    description: 'Works with leads, reads content',
    writesContent: false,
    managesPeople: false,
  },
  {
    name: 'viewer',
    title: 'Viewer',
    description: 'Reads content; sees no leads',
    writesContent: false,
    managesPeople: false,
  },
]
