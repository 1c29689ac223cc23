/** What works without a connection. */
export { changesOf, type PendingChanges } from './answer-queue.ts'
export { FillIntake } from './fill-intake.tsx'
export { completeIntake, saveAnswers } from './intake-calls.ts'
export { forgetKeptIntake, listKeptIntakes, readKeptIntake } from './kept-intakes.ts'
export { ANSWERS, type AnswersDraft, draftOf, openIntakes } from './use-answers.ts'
