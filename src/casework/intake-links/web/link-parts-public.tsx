/** Of other links to people: their two dialogs' parts, and what the person sees first. */
export { ClosedLink, LeaveButton } from './birth-date-form.tsx'
export { MadeCopy, useWay, WayFields } from './link-way.tsx'
