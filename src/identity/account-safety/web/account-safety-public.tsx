/** What other features' screens and their frame show about the account's safety. */

export { ImpersonationBanner } from './impersonation-banner.tsx'
export { ImpersonationCard } from './impersonation-card.tsx'
export { MyActivity } from './my-activity.tsx'
export { MySessions } from './my-sessions.tsx'
export { SessionGuard } from './session-guard.tsx'
export { StepUp } from './step-up.tsx'
