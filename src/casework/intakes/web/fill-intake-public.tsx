/** What links to intakes use: the questions, and the forms that staff may fill in. */
export type { PendingChanges } from './answer-queue.ts'
export { FillIntake } from './fill-intake.tsx'
export { usableForms } from './intake-calls.ts'
