// The plugin, and what the rest of a Studio needs to use the staff API as its tools do.
export { may, mayEdit, mayPublish, worksOnLeadsOnly } from './access.ts'
export { MessageView } from './leads/messages/message-view.tsx'
export type { StaffOptions } from './options.ts'
export { messageOf } from './people/account-api.ts'
export { staffStudio } from './plugin.tsx'
export { StaffProvider, useStaff, useStaffMutation, useStaffQuery } from './staff.tsx'
export { asSentence, type StaffRequest } from './staff-request.ts'
