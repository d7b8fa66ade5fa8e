/** What a person may do. Everybody who works here may read all content, drafts too. */
export interface Role {
  name: string
  title: string
  description: string
  /** Permission to write content and upload files. */
  writesContent: boolean
  /** Permission to invite and remove people, and to change their roles. */
  managesPeople: boolean
}

/** The role of the token, and of the first person. */
export const ADMINISTRATOR = 'administrator'

/** Sanity's own names. A site that has others names them when it opens the lake. */
export const DEFAULT_ROLES: readonly Role[] = [
  role(ADMINISTRATOR, 'Administrator', 'Edits content and manages people', true, true),
  role('editor', 'Editor', 'Edits content', true),
  role('viewer', 'Viewer', 'Reads content'),
]

/** Returns the role of that name; an unknown one may read. */
export function roleNamed(roles: readonly Role[], name: string): Role {
  return roles.find((known) => known.name === name) ?? role(name, name, '')
}

function role(
  name: string,
  title: string,
  description: string,
  writesContent = false,
  managesPeople = false,
): Role {
  return { name, title, description, writesContent, managesPeople }
}
