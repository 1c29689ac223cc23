/** What other screens of the support area share with the help desk. */
export { SupportMenu } from './answering/support-menu.tsx'
export { DayField } from './day-field.tsx'
export { SupportArea } from './support-area.tsx'
export { readDay, writeDay } from './typed-day.ts'
