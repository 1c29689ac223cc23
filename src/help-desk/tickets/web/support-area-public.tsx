/** What other screens of the support area share with the help desk. */
export { DayField } from './day-field.tsx'
export { SupportArea } from './support-area.tsx'
export { readDay, writeDay } from './typed-day.ts'
