import type { Role as RoleName } from 'halvi-leads/permissions'
import type { Role } from 'local-content-lake'
import { addsTranslation, isAuthorsDraft } from './author-changes.ts'

/**
 * The roles of staff and their permissions for content and accounts. Permissions for leads are in `permissions.ts`.
 */
export const roles: readonly (Role & { name: RoleName })[] = [
  {
    name: 'administrator',
    title: 'Administrator',
    description: 'Edits content, works with leads and manages people',
    writesContent: true,
    publishesContent: true,
    managesPeople: true,
  },
  {
    name: 'editor',
    title: 'Editor',
    description: 'Edits content; sees no leads',
    writesContent: true,
    publishesContent: true,
    managesPeople: false,
  },
  {
    name: 'author',
    title: 'Author',
    description: 'Writes drafts and asks for review; cannot publish; sees no leads',
    writesContent: true,
    publishesContent: false,
    managesPeople: false,
    limitedBy: 'language',
    limitWithoutField: 'en',
    mayDraft: isAuthorsDraft,
    mayAlsoChange: addsTranslation,
  },
  {
    name: 'leads',
    title: 'Leads',
    description: 'Works with leads, reads content',
    writesContent: false,
    publishesContent: false,
    managesPeople: false,
  },
  {
    name: 'viewer',
    title: 'Viewer',
    description: 'Reads content; sees no leads',
    writesContent: false,
    publishesContent: false,
    managesPeople: false,
  },
]
