/** What a person may do. Everybody who works here may read all content, drafts too. */
export interface Role {
  name: string
  title: string
  description: string
  /** May content be written, and files be uploaded? */
  writesContent: boolean
  /** May people be invited, given another role and removed? */
  managesPeople: boolean
}

/** The role of who bears the token, and of the first person. */
export const ADMINISTRATOR = 'administrator'

/** Sanity's own names. A site that has others names them when it opens the lake. */
export const DEFAULT_ROLES: readonly Role[] = [
  {
    name: ADMINISTRATOR,
    title: 'Administrator',
    description: 'Edits content and manages people',
    writesContent: true,
    managesPeople: true,
  },
  {
    name: 'editor',
    title: 'Editor',
    description: 'Edits content',
    writesContent: true,
    managesPeople: false,
  },
  {
    name: 'viewer',
    title: 'Viewer',
    description: 'Reads content',
    writesContent: false,
    managesPeople: false,
  },
]

/** The role of that name; one that is not known may read. */
export function roleNamed(roles: readonly Role[], name: string): Role {
  return (
    roles.find((role) => role.name === name) ?? {
      name,
      title: name,
      description: '',
      writesContent: false,
      managesPeople: false,
    }
  )
}
