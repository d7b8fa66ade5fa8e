// The actions of forms, for routes.
export { isFormType, maxBodyBytes } from '../submit/body.ts'
export { type EarlyAction, earlyAction, isEarlyAction } from '../submit/early-action.ts'
export { type FormAction, formAction, formHeaders } from '../submit/handle-form.ts'
export { readPersonalForm } from '../submit/personal-form.ts'
export { sentIdIn } from '../submit/sent-cookie.ts'
