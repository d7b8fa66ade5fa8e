export { uploadErrors } from './client.ts'
export { default } from './event-source.ts'
export {
  askLogin,
  declineReauthentication,
  retryAfterSignIn,
  session,
  signIn,
} from './session.ts'
export { type LakeWorkspaceOptions, lakeWorkspace } from './workspace.ts'
