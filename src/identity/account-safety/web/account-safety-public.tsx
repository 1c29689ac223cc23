/** What other features' screens and their frame show about the account's safety. */
export { ActAs } from './act-as.tsx'
export { ImpersonationBanner } from './impersonation-banner.tsx'
export { MyActivity } from './my-activity.tsx'
export { MySessions } from './my-sessions.tsx'
export { SessionGuard } from './session-guard.tsx'
export { StepUp } from './step-up.tsx'
