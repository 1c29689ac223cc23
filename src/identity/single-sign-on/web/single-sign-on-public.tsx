/** What other features' screens may use of single sign-on. */
export { SignOnConfirm } from './sign-on-confirm.tsx'
export { SignOnSection } from './sign-on-section.tsx'
